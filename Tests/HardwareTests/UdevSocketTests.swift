@testable import Hardware

import BrightnessEventLoop
import Glibc
import HardwareTesting
import Testing

/// One end of a socket pair stands for the socket that systemd passes: for both the kernel adds the
/// sender's credentials and applies filters.
@Suite struct UdevSocketTests {
  @Test func `events of other senders are ignored`() throws {
    let udevd = try Udevd()
    let received = try ReceivedEvents(udevd.origin(of: geteuid() + 1))

    try udevd.send("add", Machine.intel)
    received.takeTurn()

    #expect(received.notifications == [])
  }

  @Test func `only events of root count by default`() throws {
    let udevd = try Udevd()
    let origin = UdevOrigin(socket: try udevd.otherEnd())
    let received = try ReceivedEvents(origin)

    try udevd.send("add", Machine.intel)
    received.takeTurn()

    #expect(received.notifications.count == (geteuid() == 0 ? 1 : 0))
  }

  @Test func `events of other subsystems do not wake the process`() throws {
    let udevd = try Udevd()
    let received = try ReceivedEvents(udevd.origin())
    let battery = FakeDevice("devices/virtual/power_supply/BAT0", listing: "class/power_supply")

    try udevd.send("change", battery)
    try udevd.send(FakeEvent.text("change", Machine.intel))
    try udevd.send(Array("rubbish".utf8))
    let waiting = try udevd.waiting()

    #expect(waiting == 0)
    withExtendedLifetime(received) {}
  }

  @Test func `events of lights, connectors and sensors pass the filter`() throws {
    let udevd = try Udevd()
    let received = try ReceivedEvents(udevd.origin())

    try udevd.send("change", FakeDevice("devices/card0", listing: "class/drm"))
    try udevd.send("change", Machine.intel)
    try udevd.send("change", Machine.keyboard)
    try udevd.send("add", .als)
    received.takeTurn()

    let change = DeviceEvent.Action.change
    #expect(received.notifications.map(\.action) == [nil, change, change, nil])
    #expect(received.notifications.first == .everything)
    #expect(received.notifications.last == .sensors)
  }

  @Test func `events from before the begin are dropped`() throws {
    let udevd = try Udevd()
    try udevd.send("add", Machine.intel)
    try udevd.send(Array("rubbish".utf8))

    let received = try ReceivedEvents(udevd.origin())
    received.takeTurn()
    let before = received.notifications
    try udevd.send("remove", Machine.intel)
    received.takeTurn()

    #expect(before == [])
    #expect(received.notifications.map(\.action) == [.remove])
  }

  @Test func `a message that is too long counts as an overflow`() throws {
    let udevd = try Udevd()
    let received = try ReceivedEvents(udevd.origin())

    try udevd.send("add", Machine.intel, ["X=" + String(repeating: "x", count: 9000)])
    received.takeTurn()

    #expect(received.notifications == [.everything])
  }

  @Test func `a descriptor that is not a socket is an error`() throws {
    let null = try Descriptor(opening: "/dev/null", O_RDWR)
    let origin = UdevOrigin(socket: null)

    let error = #expect(throws: EventSourceError.self) { try ReceivedEvents(origin) }

    #expect(error?.description == "cannot configure 'the socket of device events': socket operation on non-socket")
  }
}

/// A sender of device events.
private struct Udevd: ~Copyable {
  private let here: Descriptor
  private let there: Descriptor

  init() throws {
    var numbers: [CInt] = [-1, -1]
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    try systemCall("create", "pair of sockets") { socketpair(AF_UNIX, type, 0, &numbers) }
    // With netlink each message has its sender, whether the receiver wants it or not.
    var yes: CInt = 1
    let length = socklen_t(MemoryLayout<CInt>.size)
    try systemCall("configure", "socket") { setsockopt(numbers[1], SOL_SOCKET, SO_PASSCRED, &yes, length) }
    here = Descriptor(owning: numbers[0])
    there = Descriptor(owning: numbers[1])
  }

  /// A light's origin that believes what a user's processes send.
  func origin(of sender: uid_t = geteuid()) throws -> UdevOrigin {
    UdevOrigin(socket: try otherEnd(), from: sender)
  }

  func otherEnd() throws -> Descriptor { try Descriptor(duplicating: there.number) }

  func send(_ action: String, _ device: FakeDevice, _ more: [String] = []) throws {
    try send(FakeEvent.udevMessage(action, device, more))
  }

  func send(_ datagram: [UInt8]) throws {
    try systemCall("send", "datagram") { Glibc.send(here.number, datagram, datagram.count, 0) }
  }

  /// How many bytes wait to be received.
  func waiting() throws -> Int {
    var count: CInt = 0
    try systemCall("inspect", "socket") { ioctl(there.number, UInt(FIONREAD), &count) }
    return Int(count)
  }
}
