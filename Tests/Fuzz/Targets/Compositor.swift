@testable import Wayland

/// What a compositor sends, read as events of each kind of object. It may come in any pieces, and a
/// message has exactly the bytes that it was read from.
let compositorEvents: FuzzTarget = { bytes in
  let whole = messages(in: [bytes])
  let read = whole.flatMap(\.bytes)
  expect(bytes.starts(with: read), "\(bytes) are read as \(read)")
  expect(messages(in: bytes.map { [$0] }) == whole, "\(bytes) are others in pieces")
  for message in whole {
    for object in objects { check(message, object) }
  }
}

private let objects: [WaylandObject] = [
  .display, .registry, .firstAnswer, .seat, .notifier, .notification(of: Seat(name: 1), round: 2),
]

private func messages(in pieces: [[UInt8]]) -> [WireMessage] {
  var reader = MessageReader()
  var found: [WireMessage] = []
  for piece in pieces {
    reader.append(piece)
    do throws(MalformedMessage) {
      while let message = try reader.next() { found.append(message) }
    } catch {
      break
    }
  }
  return found
}

/// A global is announced by the bytes that would be written.
private func check(_ message: WireMessage, _ object: WaylandObject) {
  guard case .announced(let interface, let name, let version)? = try? CompositorEvent(message, of: object) else {
    return
  }
  let written = WireMessage(to: message.object, code: 0, [.number(name), .text(interface), .number(version)])
  let size = written.bytes.count
  // What is no UTF-8 is replaced by more bytes.
  expect(interface.contains("\u{FFFD}") || size == message.bytes.count, "\(message) has \(size) bytes")
}
