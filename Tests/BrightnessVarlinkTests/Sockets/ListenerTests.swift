@testable import BrightnessVarlink

import BrightnessEventLoop
import Glibc
import Testing

@Suite struct ListenerTests {
  @Test func `a client is served, with the credentials that the kernel reports`() throws {
    let (served, place) = try Served.listening()

    let peer = try RawPeer(connectingTo: place.path)
    #expect(served.eventsOfTurn() == ["opened 1"])
    peer.send(.echo)
    served.takeTurn()

    #expect(peer.receive() == [.echoReply])
    let expected = PeerCredentials(process: getpid(), user: getuid(), group: getgid())
    #expect(served.opened.entries.map(\.peer) == [expected])
  }

  @Test func `128 connections wait to be accepted, and a client waits for as long as it may`() throws {
    let (served, place) = try Served.listening()

    // The kernel lets one more in than was asked for.
    let peers = try (0..<129).map { _ in try RawPeer(connectingTo: place.path) }

    var limits = WireLimits.ofClient
    limits.silence = .milliseconds(50)
    let start = LoopClock.Instant.now
    #expect(throws: VarlinkError.refused(SystemError("connect to", place.path, ErrorCode(rawValue: EAGAIN)))) {
      try VarlinkClient(connectingTo: place.path, on: served.loop, limits: limits)
    }
    #expect(start.duration(to: .now) >= .milliseconds(50))
    #expect(peers.count == 129)
  }

  @Test(arguments: ["systemd/brightnessd.socket", "systemd/user/brightnessd.socket"])
  func `the units let as many connections wait`(unit: String) throws {
    let root = #filePath.split(separator: "/Tests/BrightnessVarlinkTests/")[0]

    #expect(try text(of: "/\(root)/\(unit)").contains("\nBacklog=\(ListeningSocket.backlog)\n"))
  }

  @Test func `an abstract name is listened at without a file`() throws {
    let served = try Served()
    let name = "@brightnessd-test-\(getpid())"
    try served.server.listen(at: name)

    let peer = try RawPeer(connectingTo: name)
    peer.send(.echo)
    served.takeTurn()
    served.takeTurn()

    #expect(peer.receive() == [.echoReply])
    #expect(throws: VarlinkError.inUse(path: name)) { try served.server.listen(at: name) }
  }

  @Test func `a socket file has the requested mode`() throws {
    let served = try Served()
    let place = try SocketPlace()

    try served.server.listen(at: place.path, mode: 0o666)

    #expect(place.mode == S_IFSOCK | 0o666)
  }

  @Test func `the socket file of a process that has ended is replaced`() throws {
    let place = try SocketPlace()
    try place.leaveDeserted()
    let served = try Served()

    try served.server.listen(at: place.path)

    _ = try RawPeer(connectingTo: place.path)
    #expect(served.eventsOfTurn() == ["opened 1"])
  }

  @Test func `a socket that a process listens on is not replaced`() throws {
    let (first, place) = try Served.listening()
    let second = try Served()

    #expect(throws: VarlinkError.inUse(path: place.path)) { try second.server.listen(at: place.path) }

    let peer = try RawPeer(connectingTo: place.path)
    first.takeTurn()
    peer.send(.echo)
    first.takeTurn()
    #expect(peer.receive() == [.echoReply])
  }

  @Test func `a file that is not a socket is not replaced`() throws {
    let place = try SocketPlace()
    _ = try Descriptor(opening: place.path, O_CREAT | O_WRONLY, mode: 0o600)
    let served = try Served()

    #expect(throws: VarlinkError.notASocket(path: place.path)) { try served.server.listen(at: place.path) }

    #expect(place.mode == S_IFREG | 0o600)
  }

  @Test(arguments: ["", String(repeating: "x", count: 108), "a\0b"])
  func `a path that is too long for a socket address is refused`(_ path: String) throws {
    let served = try Served()

    #expect(throws: VarlinkError.unusableAddress(path)) { try served.server.listen(at: path) }
  }

  @Test func `a path in a missing directory is refused by the kernel`() throws {
    let served = try Served()

    let error = #expect(throws: VarlinkError.self) { try served.server.listen(at: "/nowhere/at/all") }

    #expect(error?.description == "cannot listen on '/nowhere/at/all': no such file or directory")
  }

  @Test func `a server that stops removes its socket file and reports every end`() throws {
    let (served, place) = try Served.listening()
    let peers = try (0..<2).map { _ in try RawPeer(connectingTo: place.path) }
    served.takeTurn()
    _ = served.log.take()

    served.server.stop()
    served.server.stop()

    #expect(place.mode == nil)
    #expect(served.eventsOfTurn() == ["closed 1: this side has stopped", "closed 2: this side has stopped"])
    #expect(peers.map(\.isAtEnd) == [true, true])
    #expect(served.loop.watchCount == 0)
  }

  @Test func `a released server leaves no watch, timer or file`() throws {
    let place = try SocketPlace()
    let loop = try EventLoop()
    var server: VarlinkServer? = VarlinkServer(TestInterface().service(), on: loop)
    try server?.listen(at: place.path)
    let peer = try RawPeer(connectingTo: place.path)
    loop.takeTurn()

    server = nil

    #expect(place.mode == nil)
    #expect(peer.isAtEnd)
    #expect(loop.watchCount == 0)
  }

  @Test func `a server that stops does not remove the socket file of another one`() throws {
    let (served, place) = try Served.listening()
    unlink(place.path)
    try place.leaveDeserted()

    served.server.stop()

    #expect(place.mode != nil)
  }

  @Test func `an inherited socket is listened on, and its file stays`() throws {
    let place = try SocketPlace()
    let socket = try ListeningSocket.make(at: try #require(UnixAddress(place.path)), mode: 0o600)
    let peer = try RawPeer(connectingTo: place.path)
    let served = try Served()

    try served.server.listen(on: socket)
    peer.send(.echo)
    served.takeTurn()
    served.takeTurn()
    served.server.stop()

    #expect(peer.receive() == [.echoReply])
    #expect(place.mode != nil)
  }

  @Test func `an inherited descriptor of another kind is refused`() throws {
    let served = try Served()
    let (near, far) = try RawPeer.pair()
    let place = try SocketPlace()
    let listening = try ListeningSocket.make(at: try #require(UnixAddress(place.path)), mode: 0o600).release()

    #expect(throws: VarlinkError.notListening) { try served.server.listen(on: Descriptor(owning: near)) }
    #expect(throws: VarlinkError.notConnected) { try served.server.adopt(Descriptor(owning: listening)) }

    #expect(served.eventsOfTurn() == [])
    #expect(far.isAtEnd)
  }

  @Test func `the pidfd of a peer reports the end of its process`() throws {
    let (served, peer) = try Served.connected()
    let connection = try #require(served.opened.entries.first)

    guard let process = try connection.peerProcess() else { throw ConnectionEnd.closed }

    #expect(try processNumber(of: process) == getpid())
    peer.close()
    served.takeTurn()
    #expect(!connection.isOpen)
  }

  private func processNumber(of descriptor: borrowing Descriptor) throws -> pid_t? {
    let lines = try text(of: "/proc/self/fdinfo/\(descriptor.number)").split(separator: "\n")
    return lines.first { $0.hasPrefix("Pid:") }.flatMap { pid_t($0.split(separator: "\t").last ?? "") }
  }

  private func text(of path: String) throws -> String {
    String(decoding: try Descriptor.contents(of: path, upTo: 4096), as: UTF8.self)
  }
}
