@testable import ControlAPI
@testable import Varlink

/// JSON that is accepted is written as text with the same value, and that text is the only one.
let json: FuzzTarget = { bytes in
  let value = try JSON(parsing: bytes)
  let text = value.description
  guard let again = try? JSON(parsing: text.utf8) else { fatalError("cannot be read again: \(text)") }
  expect(again == value, "\(value) is read back as \(again)")
  expect(again.description == text, "\(text) is written again as \(again)")
}

/// Messages do not depend on how the bytes arrive. The first bytes are the lengths of the pieces.
let frames: FuzzTarget = { bytes in
  guard let count = bytes.first.map({ Int($0 % 16) }), bytes.count > count else { return }
  let lengths = bytes.dropFirst().prefix(count).map { Int($0) }
  let stream = bytes[(count + 1)...]
  let whole = messages(in: [stream])
  var pieces: [ArraySlice<UInt8>] = []
  var rest = stream
  for length in lengths {
    pieces.append(rest.prefix(length))
    rest = rest.dropFirst(length)
  }
  expect(messages(in: pieces + [rest]) == whole, "\(lengths) change the messages \(whole)")
}

private func messages(in pieces: [ArraySlice<UInt8>]) -> [String] {
  var buffer = FrameBuffer(limit: 64)
  var found: [String] = []
  for piece in pieces {
    piece.withUnsafeBytes { buffer.append($0) }
    do {
      while let message = try buffer.next() { found.append("\(message)") }
    } catch {
      return found + ["\(error)"]
    }
  }
  return found
}

/// A description that is accepted can be written without its comments, and reads back with the same members.
let descriptions: FuzzTarget = { bytes in
  let description = try InterfaceDescription(String(decoding: bytes, as: UTF8.self))
  let text = written(description)
  guard let again = try? InterfaceDescription(text) else { fatalError("cannot be read again: \(text)") }
  expect(
    again.name == description.name && text.utf8.elementsEqual(written(again).utf8),
    "not the same as \(text)"
  )
}

private func written(_ description: InterfaceDescription) -> String {
  let members = description.members.map { member in
    switch member.kind {
    case .type(let type): "type \(member.name) \(type)"
    case .method(let input, let output):
      "method \(member.name)\(DescribedType.structure(input)) -> \(DescribedType.structure(output))"
    case .error(let fields): "error \(member.name) \(DescribedType.structure(fields))"
    }
  }
  return "interface \(description.name)\n" + members.map { "\($0)\n" }.joined()
}

/// A client's reading of a daemon's replies: the message, the results of each method, and their errors.
let replies: FuzzTarget = { bytes in
  guard case .object(let object) = try JSON(parsing: bytes) else { return }
  let message = try ReplyMessage(object)
  if let name = message.error {
    let error = ControlError(.answered(ErrorReply(name: name, parameters: message.parameters)))
    _ = "\(error)"
    return
  }
  for read in results { read(message.parameters) }
}

private let results: [@Sendable (JSONObject) -> Void] = [
  result(of: LightsInterface.List.self), result(of: LightsInterface.Get.self), result(of: LightsInterface.Set.self),
  result(of: LightsInterface.Watch.self),
  result(of: SessionsInterface.List.self), result(of: SessionsInterface.Watch.self),
  result(of: SessionsInterface.Hold.self),
  result(of: SessionsInterface.Push.self),
  result(of: SessionsInterface.Reset.self),
  result(of: HealthInterface.Report.self), result(of: HealthInterface.AllowMonitor.self),
]

/// A result that is accepted is written, and reads back as the same.
private func result<Method: VarlinkMethod>(of method: Method.Type) -> @Sendable (JSONObject) -> Void {
  { object in
    guard let value = try? Method.Reply(json: JSONInput(.object(object), mayHoldMore: true)) else { return }
    var writer = JSONWriter()
    value.write(to: &writer)
    let again = try? Method.Reply(json: JSONInput(JSON(parsing: writer.bytes, nesting: 64)))
    expect(again == value, "\(value) is read back as \(again.map { "\($0)" } ?? "an error")")
  }
}
