@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

@Suite struct FakeTreeOriginTests {
  @Test func `a folder that cannot be listed is an error with the reason`() throws {
    let tree = try FakeTree()
    let root = tree.path("other")
    try tree.put(.folder, at: "other/class")
    try tree.put("no folder", at: "other/class/leds")

    let error = #expect(throws: LightError.self) { try FakeTreeOrigin(root: root).names(in: .leds) }

    #expect(error?.description == "cannot list '\(root)/class/leds': not a directory")
  }

  @Test func `only the owner may send events`() throws {
    let tree = try FakeTree()
    let received = try ReceivedEvents(FakeTreeOrigin(root: tree.root))

    var status = stat()
    let result = stat(tree.path(".uevent"), &status)

    #expect(result == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
    withExtendedLifetime(received) {}
  }

  @Test func `events are received in order and other datagrams are ignored`() throws {
    let tree = try FakeTree()
    let received = try ReceivedEvents(FakeTreeOrigin(root: tree.root))

    try tree.send("add", Machine.intel)
    try tree.send(Array("rubbish".utf8))
    try tree.send([])
    try tree.send([UInt8](repeating: 0, count: 100_000))
    try tree.send("remove", Machine.keyboard)
    received.takeTurn()

    #expect(received.notifications.map(\.action) == [.add, .remove])
  }

  @Test func `the socket of an ended process is replaced`() throws {
    let tree = try FakeTree()
    try tree.put("left behind", at: ".uevent")

    let received = try ReceivedEvents(FakeTreeOrigin(root: tree.root))
    try tree.send("add", Machine.intel)
    received.takeTurn()

    #expect(received.notifications.count == 1)
  }

  @Test func `a tree with a listening process is refused`() throws {
    let tree = try FakeTree()
    let received = try ReceivedEvents(FakeTreeOrigin(root: tree.root))
    let path = tree.path(".uevent")

    let error = #expect(throws: EventSourceError.self) { try ReceivedEvents(FakeTreeOrigin(root: tree.root)) }
    try tree.send("add", Machine.intel)
    received.takeTurn()

    #expect(error == .inUse(path: path))
    #expect(received.notifications.count == 1)
  }

  @Test func `the socket is removed with its listener`() throws {
    let tree = try FakeTree()
    var received: ReceivedEvents? = try ReceivedEvents(FakeTreeOrigin(root: tree.root))
    let loop = received!.loop
    let during = loop.watchCount

    received = nil

    #expect(during == 1 && loop.watchCount == 0)
    #expect(access(tree.path(".uevent"), F_OK) == -1)
  }

  @Test func `a tree that is not there is an error`() {
    let error = #expect(throws: EventSourceError.self) {
      _ = try FakeTreeOrigin(root: "/nowhere").listen(on: try EventLoop()) { _ in }
    }

    #expect(error?.description == "cannot listen on '/nowhere/.uevent': no such file or directory")
  }

  @Test func `a path too long for a socket is an error`() throws {
    let tree = try FakeTree()
    let root = tree.path(String(repeating: "x", count: 100))

    let error = #expect(throws: EventSourceError.self) {
      _ = try FakeTreeOrigin(root: root).listen(on: try EventLoop()) { _ in }
    }

    #expect(error == .pathTooLong(path: "\(root)/.uevent", limit: 107))
  }
}
