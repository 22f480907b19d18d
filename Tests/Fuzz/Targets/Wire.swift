@testable import BrightnessControl
@testable import BrightnessVarlink

/// JSON that is accepted is written as text with the same value, and that text is the only one; a
/// problem is worded.
let json: FuzzTarget = { bytes in
  let value: JSON
  do {
    value = try JSON(parsing: bytes)
  } catch {
    worded("\(error)")
    throw error
  }
  let text = value.description
  guard let again = try? JSON(parsing: text.utf8) else { fatalError("cannot be read again: \(text)") }
  expect(again == value, "\(value) is read back as \(again)")
  expect(again.description == text, "\(text) is written again as \(again)")
  readBack(JSON.self, from: value)
  readBack(JSONObject.self, from: value)
  readBack(Int64.self, from: value)
  readBack([String: JSON].self, from: value)
  readBack([String: [Int?]].self, from: value)
}

/// A value of a type that is accepted is written, and reads back as the same.
private func readBack<Value: JSONReadable & JSONWritable & Equatable>(_: Value.Type, from json: JSON) {
  guard let value = try? Value(json: JSONInput(json, allowsUnknownFields: true)) else { return }
  var writer = JSONWriter()
  value.write(to: &writer)
  let again = try? Value(json: JSONInput(JSON(parsing: writer.bytes, nesting: 64)))
  expect(again == value, "\(value) is read back as \(again.map { "\($0)" } ?? "an error")")
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
  expect(messages(in: pieces + [rest], atOnce: 1) == whole, "\(lengths) change the messages \(whole) of a slow reader")
}

/// The messages, of which so many are taken after each piece, and all at the end.
private func messages(in pieces: [ArraySlice<UInt8>], atOnce: Int = .max) -> [String] {
  var buffer = FrameBuffer(limit: 64, mostTaken: mostTaken)
  var found: [String] = []
  for piece in pieces {
    piece.withUnsafeBytes { buffer.append($0) }
    expect(buffer.size <= buffer.count + mostTaken, "\(buffer.size) bytes are kept of \(buffer.count)")
    var left = atOnce
    do {
      while left > 0, let message = try buffer.next() {
        found.append("\(message)")
        left -= 1
      }
    } catch {
      return found + ["\(error)"]
    }
  }
  return atOnce == .max ? found : found + rest(of: &buffer)
}

private func rest(of buffer: inout FrameBuffer) -> [String] {
  var found: [String] = []
  do {
    while let message = try buffer.next() { found.append("\(message)") }
  } catch {
    found.append("\(error)")
  }
  return found
}

private let mostTaken = 8

/// A call as the daemon reads it: the message, and the parameters of each method.
let callMessages: FuzzTarget = { bytes in
  guard case .object(let object) = try JSON(parsing: bytes) else { return }
  let message: CallMessage
  do throws(WireViolation) {
    message = try CallMessage(object)
  } catch {
    worded("\(error)")
    throw error
  }
  let text = CallMessage.text(message.method, message.parameters, message.kind).dropLast()
  guard case .object(let written)? = try? JSON(parsing: text) else { fatalError("\(message) is not an object") }
  expect((try? CallMessage(written)) == message, "\(message) is written as \(written)")
  for read in parameters { read(.object(message.parameters)) }
}

private let parameters: [@Sendable (JSON) -> Void] = [
  readingBack(LightsInterface.Get.self), readingBack(LightsInterface.Set.self), readingBack(LightsInterface.Watch.self),
  readingBack(SessionsInterface.Push.self), readingBack(SessionsInterface.Hold.self),
  readingBack(SessionsInterface.OnAppear.self), readingBack(SessionsInterface.OnDisappear.self),
  readingBack(SessionsInterface.PopFrom.self), readingBack(SessionsInterface.Cancel.self),
  readingBack(SessionsInterface.Reset.self), readingBack(HealthInterface.AllowMonitor.self),
  readingBack(AutomaticInterface.TurnOn.self), readingBack(AutomaticInterface.TurnOff.self),
  readingBack(AutomaticInterface.Forget.self), readingBack(AutomaticInterface.Feed.self),
]

/// A client's reading of a daemon's replies: the message, the results of each method, and their
/// errors.
let replies: FuzzTarget = { bytes in
  guard case .object(let object) = try JSON(parsing: bytes) else { return }
  let message: ReplyMessage
  do throws(WireViolation) {
    message = try ReplyMessage(object)
  } catch {
    worded("\(error)")
    throw error
  }
  guard let name = message.error else {
    for read in results { read(.object(message.parameters)) }
    return
  }
  let reply = ErrorReply(name: name, parameters: message.parameters)
  expect(reply.typed(ErrorReply.self) == reply, "\(reply) is read back as another")
  worded("\(ControlError(.answered(reply)))")
  worded("\(CallError.answered(reply))")
  readBack(ServiceError.self, from: reply)
  readBack(LightsError.self, from: reply)
  readBack(SessionsError.self, from: reply)
  readBack(AutomaticError.self, from: reply)
}

/// An error of a type that is accepted is written, and reads back as the same.
private func readBack<Failure: MethodError & Equatable>(_: Failure.Type, from reply: ErrorReply) {
  guard let failure = reply.typed(Failure.self) else { return }
  worded("\(failure)")
  guard case .object(let written)? = try? JSON(parsing: ReplyMessage.text(failure).dropLast()),
    let message = try? ReplyMessage(written)
  else { fatalError("\(failure) is not written as a reply") }
  let again = ErrorReply(name: message.error ?? "", parameters: message.parameters).typed(Failure.self)
  expect(again == failure, "\(failure) is read back as \(again.map { "\($0)" } ?? "none")")
}

private let results: [@Sendable (JSON) -> Void] = [
  readingBack(ServiceInfo.self), readingBack(HealthInterface.Report.Reply.self),
  readingBack(HealthInterface.AllowMonitor.Reply.self), readingBack(LightsInterface.List.Reply.self),
  readingBack(LightsInterface.Get.Reply.self), readingBack(LightsInterface.Set.Reply.self),
  readingBack(LightsInterface.Watch.Reply.self), readingBack(SessionsInterface.List.Reply.self),
  readingBack(SessionsInterface.Hold.Reply.self), readingBack(SessionsInterface.Push.Reply.self),
  readingBack(SessionsInterface.Reset.Reply.self), readingBack(AutomaticInterface.Report.Reply.self),
  readingBack(AutomaticInterface.TurnOn.Reply.self), readingBack(AutomaticInterface.TurnOff.Reply.self),
  readingBack(AutomaticInterface.Forget.Reply.self), readingBack(AutomaticInterface.History.Reply.self),
]

private func readingBack<Value: VarlinkValue>(_ type: Value.Type) -> @Sendable (JSON) -> Void {
  { readBack(type, from: $0) }
}
