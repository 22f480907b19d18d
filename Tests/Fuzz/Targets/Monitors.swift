import BrightnessEventLoop
import DDCTesting
import Glibc
import HardwareTesting

@testable import DDC

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

/// The files of connectors and buses: lines such as `card1-DP-1/status=connected`. A monitor is
/// given by its maker and serial number, and a link by where it leads.
let monitorFiles: FuzzTarget = { bytes in
  var texts = usualTexts
  for line in bytes.parts(between: UInt8(ascii: "\n")) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, places[parts[0]] != nil { texts[parts[0]] = parts[1] }
  }
  let tree = try machine.get()
  for (name, place) in places { try? tree.put(content(of: name, texts[name] ?? ""), at: place) }
  let monitors = texts.filter { $0.key.hasSuffix("/edid") && !$0.value.isEmpty }
  for (name, monitor) in monitors { try tree.setEDID(edidBytes(monitor), of: String(name.dropLast(5))) }

  let facts = try MonitorFacts.read(under: tree.root)
  let list = MonitorList(facts)

  let connected = facts.connectors.count { $0.isConnected }
  expect(list.monitors.count + list.unused.count <= connected, "\(connected) monitors are listed as \(list)")
  expect(Set(list.monitors.map { "\($0.identity)" }).count == list.monitors.count, "two have a name: \(list)")
  let buses = list.monitors.compactMap { if case .known(let bus) = $0.bus { bus } else { nil } }
  expect(Set(buses).count == buses.count, "two have a bus: \(list)")
  for connector in facts.connectors { expect(connector.readAgain() == connector, "\(connector) changes") }
  for unused in list.unused { worded("\(unused)") }
}

private func content(of name: String, _ text: String) -> FakeFile {
  switch name.split(separator: "/").last {
  case _ where text.isEmpty: .absent
  case "ddc", "driver": .link(text)
  case "edid": .text("")
  default: .text("\(text)\n")
  }
}

private func edidBytes(_ monitor: String) -> [UInt8] {
  let words = monitor.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  return EDIDBytes(words[0], serialText: words.count > 1 ? words[1] : nil).bytes
}

private let ports = ["card1-DP-1", "card1-DP-2", "card1-eDP-1", "card1-Writeback-1", "card2-HDMI-A-1"]

/// The bus of a connector, one that a link leads to, one of the system, and two of a driver that
/// does not say whose they are.
private let buses = [
  4: MonitorTree.place(of: ports[0]), 5: MonitorTree.device(of: 1), 6: MonitorTree.device(of: 1),
  7: MonitorTree.device(of: 2), 8: MonitorTree.device(of: 2),
]

/// The files that an input may change.
private let places = Dictionary(
  uniqueKeysWithValues: ports.flatMap { port in
    ["status", "enabled", "dpms", "edid", "ddc"].map { ("\(port)/\($0)", "\(MonitorTree.place(of: port))/\($0)") }
  }
    + buses.flatMap { number, folder in
      [
        ("i2c-\(number)/name", "\(folder)/i2c-\(number)/name"),
        ("i2c-\(number)/driver", "\(folder)/i2c-\(number)/\(number)-0037/driver"),
        ("i2c-\(number)/light", "class/backlight/ddcci\(number)"),
      ]
    }
)

private let usualTexts = [
  "card1-DP-1/status": "connected", "card1-DP-1/enabled": "enabled", "card1-DP-1/dpms": "On",
  "card1-DP-1/edid": "DEL 7",
  "card2-HDMI-A-1/status": "connected", "card2-HDMI-A-1/edid": "ACR", "i2c-4/name": "DPMST", "i2c-5/name": "aux",
  "i2c-6/name": "SMBus", "i2c-7/name": "NVIDIA i2c adapter 1", "i2c-8/name": "NVIDIA i2c adapter 2",
]

/// One tree for all inputs.
private let machine = Result<Files, SystemError> { () throws(SystemError) in
  let machine = Files(root: "\(temporary)/monitors")
  for port in ports { try machine.addConnector(port) }
  for (number, folder) in buses {
    try machine.addBus(number, "", in: folder)
    try machine.add(FakeDevice("\(folder)/i2c-\(number)/\(number)-0037", listing: "bus/i2c/devices"))
  }
  try machine.add(FakeDevice("devices/virtual/ddcci", listing: "class/backlight"))
  return machine
}

/// The replies of a monitor, 12 bytes each: an exchange ends, and reads no more than its limits
/// allow.
let monitorReplies: FuzzTarget = { bytes in
  var bus = ReplyingBus(bytes: bytes)
  var exchange = Exchange(.get)
  let outcome = exchange.perform(on: &bus)
  let limits = Timing.standard
  expect(bus.messageCount <= 2 * (limits.nullReplies + limits.malformedReplies + 2), "\(bus.messageCount) messages")
  expect(exchange.timing.beforeReply <= limits.longestBeforeReply, "it waits for \(exchange.timing.beforeReply)")
  if case .level(let level) = outcome { expect(level.maximum > 0, "the maximum is 0") }
  exchange = Exchange(.set(40))
  let isDelivered = exchange.perform(on: &bus) == .done
  expect(isDelivered != bus.bytes.isEmpty, "a change is \(isDelivered ? "delivered to" : "refused by") the bus")
}

/// A bus that refuses messages once all replies were read.
private struct ReplyingBus: Bus {
  var bytes: [UInt8]
  var messageCount = 0

  mutating func write(_ message: [UInt8], to address: UInt8) throws(SystemError) {
    messageCount += 1
    if bytes.isEmpty { throw SystemError("write", "bus", ErrorCode(rawValue: EIO)) }
  }

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
  guard let reply = WorkerReply(bytes) else { return }
  expect(reply.bytes == bytes, "\(reply) is \(bytes)")
  if case .failed(let fault) = reply { worded("\(fault)") }
}

/// A worker that answers each request with anything: so many bytes as the first one says. The
/// connection ends at the first reply that is none, and no call lasts longer than its time.
let workerLink: FuzzTarget = { bytes in
  var ends: [CInt] = [-1, -1]
  let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
  let near = Descriptor(owning: ends[0])
  let far = Box(Descriptor(owning: ends[1]))
  try near.setNonBlocking()
  let end = Box(Semaphore())
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
  check { () throws(LinkError) in try link.setConnector("card1-DP-1") }
  for _ in 0..<4 {
    check { () throws(LinkError) in expect(try link.level(of: 7).maximum > 0, "the maximum is 0") }
    check { () throws(LinkError) in try link.set(40, of: 7) }
  }
}
