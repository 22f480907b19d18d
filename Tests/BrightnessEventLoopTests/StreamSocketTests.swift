import BrightnessEventLoop
import Glibc
import Programs
import Testing

@Suite struct StreamSocketTests {
  @Test(arguments: [
    ("", false), ("/a", true), ("@a", true), ("/a\0b", false), (String(repeating: "x", count: 107), true),
    (String(repeating: "x", count: 108), false),
  ])
  func `an address is a path that the kernel has room for`(_ path: String, isUsable: Bool) {
    #expect((UnixAddress(path) != nil) == isUsable)
  }

  @Test func `an abstract address has no file and no padding`() throws {
    let address = try #require(UnixAddress("@ab"))

    let bytes = address.withKernelForm { pointer, length in
      Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)))
    }

    #expect(address.isAbstract)
    #expect(bytes.dropFirst(2) == [0, UInt8(ascii: "a"), UInt8(ascii: "b")])
  }

  @Test func `a connection carries bytes and the credentials of its peer`() throws {
    let listening = try listen(at: "@brightnessd-loop-test-\(getpid())")
    let wasDeserted = try isNobodyThere(listening)
    let caller = try Descriptor.unixStream()
    let isConnected = connect(caller, listening.path)

    guard let accepted = try listening.socket.accept() else { throw NobodyCame() }
    let sent = try Array("hello".utf8).withUnsafeBytes { try caller.send($0) }
    var buffer = [UInt8](repeating: 0, count: 8)
    let received = try buffer.withUnsafeMutableBytes { try accepted.read(into: $0) }

    let peer = try PeerCredentials(of: accepted)

    #expect(wasDeserted && isConnected)
    #expect(sent == 5 && received == 5)
    #expect(peer == PeerCredentials(process: getpid(), user: getuid(), group: getgid()))
    #expect(fcntl(accepted.number, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(accepted.number, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `a connection inherits the refusal of descriptors, also before it is accepted`() throws {
    let listening = try listen(at: "@brightnessd-refusal-test-\(getpid())")
    let isPossible = listening.socket.refuseDescriptors()
    let caller = try Descriptor.unixStream()
    let isConnected = connect(caller, listening.path)
    guard let accepted = try listening.socket.accept() else { throw NobodyCame() }
    let refusals = (accepted: accepted.refusesDescriptors, caller: caller.refusesDescriptors)

    // Before Linux 6.16 there is no such option.
    #expect(isConnected && refusals == (isPossible, false))
  }

  @Test func `isUnixStream distinguishes listening, connected and other descriptors`() throws {
    let listening = try listen(at: "@brightnessd-kind-test-\(getpid())")
    let other = try Descriptor.unixStream()
    let pipe = try Pipe()

    #expect(listening.socket.isUnixStream(listening: true) && !listening.socket.isUnixStream(listening: false))
    #expect(!other.isUnixStream(listening: true) && other.isUnixStream(listening: false))
    #expect(!pipe.reading.isUnixStream(listening: true) && !pipe.reading.isUnixStream(listening: false))
  }

  @Test func `sending to a closed peer is an error, not a signal`() throws {
    var numbers: [CInt] = [-1, -1]
    _ = socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &numbers)
    let near = Descriptor(owning: numbers[0])
    close(numbers[1])

    let number = near.number
    let error = #expect(throws: SystemError.self) {
      let near = try Descriptor(duplicating: number)
      _ = try [1].withUnsafeBytes { try near.send($0) }
    }

    #expect(error?.code.rawValue == EPIPE)
    _ = consume near
  }

  private struct NobodyCame: Error {}

  private struct Listening: ~Copyable {
    let socket: Descriptor
    let path: String
  }

  private func listen(at path: String) throws -> Listening {
    let socket = try Descriptor.unixStream()
    let number = socket.number
    try systemCall("bind", path) { UnixAddress(path)!.withKernelForm { bind(number, $0, $1) } }
    try systemCall("listen on", path) { Glibc.listen(number, 1) }
    return Listening(socket: socket, path: path)
  }

  private func isNobodyThere(_ listening: borrowing Listening) throws -> Bool {
    let accepted = try listening.socket.accept()
    return accepted == nil
  }

  private func connect(_ caller: borrowing Descriptor, _ path: String) -> Bool {
    let number = caller.number
    return UnixAddress(path)!.withKernelForm { Glibc.connect(number, $0, $1) } == 0
  }
}
