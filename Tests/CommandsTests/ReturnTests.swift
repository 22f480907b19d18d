import EventLoop
import Glibc
import Synchronization
import Testing

@testable import Commands

@Suite struct ReturnTests {
  @Test(arguments: ["@", "unix:@"])
  func `a name for which no file stands is tried until somebody is there`(front: String) throws {
    let loop = try EventLoop()
    let name = "brightness-return-\(getpid())-\(front.count)"
    var address = DaemonAddress("\(front)\(name)", { _ in nil }, on: loop)
    address.patience = .milliseconds(1)

    #expect(try comes(back: address, isWelcome: true, to: "@\(name)"))
  }

  @Test func `a daemon is not waited for longer than there is time`() throws {
    let loop = try EventLoop()
    let address = DaemonAddress("/nowhere/socket", { _ in nil }, on: loop)
    let returned = Mutex<Bool?>(nil)

    Task(executorPreference: loop) {
      defer { loop.stop() }
      let client = try await address.connectAgain(isWelcome: true, until: .now.advanced(by: .milliseconds(1)))
      returned.withLock { $0 = client != nil }
    }
    loop.run()

    #expect(returned.withLock(\.self) == false)
  }

  @Test func `one that has sent us away is not left in peace when another comes`() throws {
    let loop = try EventLoop()
    let folder = try TemporaryPlace()
    var address = DaemonAddress("\(folder.path)/socket", { _ in nil }, on: loop)
    address.patience = .seconds(3600)

    #expect(try comes(back: address, isWelcome: false, to: "\(folder.path)/socket"))
  }

  @Test(arguments: [("/run/a", "/run/a"), ("unix:/run/a", "/run/a"), ("a", "./a"), ("@a", nil), ("unix:@a", nil)])
  func `the file that stands for a socket is its path`(socket: String, file: String?) throws {
    #expect(DaemonAddress(socket, { _ in nil }, on: try EventLoop()).file == file)
  }
}

/// Whether a client comes to one who listens after a while.
private func comes(back address: DaemonAddress, isWelcome: Bool, to path: String) throws -> Bool {
  let server = try Descriptor.unixStream()
  let (loop, number) = (address.loop, server.number)
  Task(executorPreference: loop) {
    defer { loop.stop() }
    _ = try await address.connectAgain(isWelcome: isWelcome)
  }
  afterOthers(8, on: loop) { listen(number, at: path) }
  loop.run()
  return accept(server.number, nil, nil) >= 0
}

/// A folder of its own for a socket.
private final class TemporaryPlace: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/brightness-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = template.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  deinit {
    unlink("\(path)/socket")
    rmdir(path)
  }
}

/// Lets so many turns of others pass first.
private func afterOthers(_ turns: Int, on loop: EventLoop, _ body: @escaping @Sendable () -> Void) {
  loop.perform { turns == 0 ? body() : afterOthers(turns - 1, on: loop, body) }
}

/// Lets a socket take callers from now on.
private func listen(_ number: CInt, at path: String) {
  let address = UnixAddress(path)
  precondition(address?.withKernelForm { bind(number, $0, $1) } == 0, "the name is free")
  precondition(Glibc.listen(number, 1) == 0, "the name is free")
}
