import DDC
import EventLoop
import Glibc

/// A monitor's EDID, also with right sums: bytes alone hardly find them.
let edid: FuzzTarget = { bytes in
  check(bytes)
  var summed = bytes
  for end in stride(from: 127, to: bytes.count, by: 128) {
    summed[end] = 0 &- summed[end - 127..<end].reduce(0, &+)
  }
  check(summed)
}

private func check(_ bytes: [UInt8]) {
  guard let edid = try? EDID(bytes) else { return }
  let name = MonitorIdentity.all([edid], at: ["DP-1"])[0].description
  expect(name.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a monitor is named '\(name)'")
  expect(name.utf8.count { $0 == UInt8(ascii: "/") } == 1, "a monitor is named '\(name)'")
  expect(
    MonitorIdentity.all([edid, edid], at: ["DP-1", "DP-2"]).allSatisfy { $0.serial == nil },
    "twins share '\(name)'"
  )
}

/// The replies of a monitor, 12 bytes each: an exchange ends, and reads no more than its limits allow.
let monitorReplies: FuzzTarget = { bytes in
  var bus = ReplyingBus(bytes: bytes)
  var exchange = Exchange(.get)
  let outcome = exchange.run(on: &bus)
  let limits = Timing.standard
  expect(bus.messageCount <= 2 * (limits.nullReplies + limits.malformedReplies + 2), "\(bus.messageCount) messages")
  expect(exchange.timing.beforeReply <= limits.longestBeforeReply, "it waits for \(exchange.timing.beforeReply)")
  if case .level(let level) = outcome { expect(level.maximum > 0, "the maximum is 0") }
}

private struct ReplyingBus: Bus {
  var bytes: [UInt8]
  var messageCount = 0

  mutating func write(_ message: [UInt8], to address: UInt8) { messageCount += 1 }

  mutating func read(_ count: Int, from address: UInt8) -> [UInt8] {
    messageCount += 1
    defer { bytes = Array(bytes.dropFirst(count)) }
    return Array(bytes.prefix(count))
  }

  mutating func sleep(for duration: Duration) {}
}

/// Messages to a worker, and its replies.
let workerMessages: FuzzTarget = { bytes in
  if let request = WorkerRequest(bytes) { expect(request.bytes == bytes, "\(request) is \(bytes)") }
  if let reply = WorkerReply(bytes) { expect(reply.bytes == bytes, "\(reply) is \(bytes)") }
}

/// A worker that answers each request with anything: so many bytes as the first one says. The connection ends at the first reply that is
/// none, and no call lasts longer than its time.
let workerLink: FuzzTarget = { bytes in
  var ends: [CInt] = [-1, -1]
  let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
  let near = Descriptor(owning: ends[0])
  let far = Shared(Descriptor(owning: ends[1]))
  try near.setNonBlocking()
  let end = Shared(Semaphore())
  JobThread().perform {
    answer(bytes, far.value)
    end.value.signal()
  }
  call(MonitorLink(near, timeout: .milliseconds(20)))
  expect(end.value.wait(atMost: .seconds(10)), "the worker's end of a closed connection waits")
}

private func answer(_ bytes: [UInt8], _ socket: borrowing Descriptor) {
  var (rest, request) = (bytes[...], [UInt8](repeating: 0, count: WorkerRequest.length))
  while recv(socket.number, &request, request.count, CInt(MSG_WAITALL)) == request.count {
    let reply = Array(rest.dropFirst().prefix(Int(rest.first ?? 0)))
    rest = rest.dropFirst(1 + reply.count)
    if rest.isEmpty && reply.isEmpty { return socket.shutDown() }
    send(socket.number, reply, reply.count, CInt(MSG_NOSIGNAL))
  }
}

private func call(_ link: consuming MonitorLink) {
  var isOpen = true
  func check(_ call: () throws(LinkError) -> Void) {
    do throws(LinkError) {
      try call()
      expect(isOpen, "a closed connection has a reply")
    } catch .failed {
      expect(isOpen, "a closed connection has a reason")
    } catch {
      isOpen = false
    }
  }
  check { () throws(LinkError) in try link.name("card1-DP-1") }
  for _ in 0..<4 {
    check { () throws(LinkError) in expect(try link.level(of: 7).maximum > 0, "the maximum is 0") }
    check { () throws(LinkError) in try link.set(40, of: 7) }
  }
}
