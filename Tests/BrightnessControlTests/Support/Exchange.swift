import BrightnessControl
import BrightnessVarlink
import InterfaceChecks
import Testing
import VarlinkCodegen

/// A call, reply or error, with samples and the conversion of a received object.
struct Exchange: Sendable, CustomTestStringConvertible {
  let interface: String
  let described: DescribedExchange
  let samples: [JSONObject]
  /// Reads an object as its Swift type, and writes it again.
  let reread: @Sendable (JSONObject) throws -> JSONObject

  var testDescription: String { "\(interface) \(described)" }

  var isError: Bool { if case .error = described { true } else { false } }

  init<Value: VarlinkValue>(_ interface: String, _ described: DescribedExchange, _ values: [Value]) {
    self.interface = interface
    self.described = described
    samples = values.map { JSONObject($0) }
    reread = { JSONObject(try Value(json: JSONInput(.object($0)))) }
  }

  init<Failure: MethodError>(_ interface: String, _ error: Failure) {
    self.interface = interface
    described = .error(String(error.name.dropFirst(interface.utf8.count + 1)))
    samples = [JSONObject(error)]
    reread = { [name = error.name] parameters in
      var fields = JSONFields(parameters)
      guard let error = try Failure(name: name, fields: &fields) else { throw NoSuchError(name: name) }
      return JSONObject(error)
    }
  }

  static func of<Method: VarlinkMethod>(_ calls: [Method], _ replies: [Method.Reply]) -> [Exchange] {
    [
      Exchange(Method.Interface.name, .call(Method.methodName), calls),
      Exchange(Method.Interface.name, .reply(Method.methodName), replies),
    ]
  }
}

private struct NoSuchError: Error {
  let name: String
}
