import Varlink

func parsedObject(_ bytes: some Sequence<UInt8>) throws -> JSONObject {
  guard case .object(let object) = try JSON(parsing: bytes) else { throw NoObject() }
  return object
}

private struct NoObject: Error {}
