import BrightnessEventLoop
import Glibc
import Synchronization

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

/// A connection to a compositor that sends these bytes and goes: its end is reported once, as the
/// last, and no seat is reported that was not announced.
let compositorLink: FuzzTarget = { bytes in
  var ends: [CInt] = [-1, -1]
  let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
  let compositor = Descriptor(owning: ends[1])
  let loop = try EventLoop()
  let reports = Reports()
  let connection = try WaylandConnection(owning: Descriptor(owning: ends[0]), on: loop) { event in
    reports.all.withLock { $0.append(event) }
    if case .ended = event { loop.stop() }
  }
  connection.arm(IdleRule(after: .seconds(1), ignoringInhibitors: true), round: 1)
  send(compositor.number, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  shutdown(compositor.number, CInt(SHUT_WR))
  withExtendedLifetime(connection) {
    loop.run()
    // What would be reported after the end.
    loop.perform { loop.stop() }
    loop.run()
  }
  check(reports.all.withLock(\.self))
}

private final class Reports: Sendable {
  let all = Mutex<[WaylandEvent]>([])
}

private func check(_ reports: [WaylandEvent]) {
  var seats: Set<Seat> = []
  for report in reports.dropLast() {
    switch report {
    case .ready: break
    case .announced(let seat): seats.insert(seat)
    case .removed(let seat): expect(seats.remove(seat) != nil, "\(seat) is removed, but is not there: \(reports)")
    case .idled(let seat, let round), .resumed(let seat, let round):
      expect(seats.contains(seat) && round == 1, "\(seat) is reported, but is not there: \(reports)")
    case .ended: expect(false, "an end is not the last: \(reports)")
    }
  }
  guard case .ended(let error)? = reports.last else { return expect(false, "\(reports) have no end") }
  worded("\(error)")
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
