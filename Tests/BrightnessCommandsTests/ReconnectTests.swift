import BrightnessEventLoop
import Glibc
import Programs
import Synchronization
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct ReconnectTests {
  @Test(arguments: ["@", "unix:@"])
  func `an abstract socket is retried until a daemon listens`(front: String) throws {
    let loop = try EventLoop()
    let name = "brightness-reconnect-\(getpid())-\(front.count)"
    var address = DaemonAddress("\(front)\(name)", { _ in nil }, on: loop)
    address.retryDelay = .milliseconds(1)

    #expect(try reconnects(address, wasServed: true, to: "@\(name)"))
  }

  @Test func `reconnecting ends at the deadline`() throws {
    let loop = try EventLoop()
    let address = DaemonAddress("/nowhere/socket", { _ in nil }, on: loop)
    let returned = Mutex<Bool?>(nil)

    Task(executorPreference: loop) {
      defer { loop.stop() }
      let client = try await address.connectAgain(wasServed: true, until: .now.advanced(by: .milliseconds(1)))
      returned.withLock { $0 = client != nil }
    }
    loop.run()

    #expect(returned.withLock(\.self) == false)
  }

  @Test func `a new socket is connected to at once, also after a refused connection`() throws {
    let loop = try EventLoop()
    let folder = try TemporarySocketFolder()
    var address = DaemonAddress("\(folder.path)/socket", { _ in nil }, on: loop)
    address.retryDelay = .seconds(3600)

    #expect(try reconnects(address, wasServed: false, to: "\(folder.path)/socket"))
    #expect(loop.timerCount == 0)
  }

  @Test func `a socket below a folder that cannot be listed is retried until a daemon listens`() throws {
    let loop = try EventLoop()
    let folder = try TemporarySocketFolder()
    chmod(folder.path, 0o333)
    var address = DaemonAddress("\(folder.path)/socket", { _ in nil }, on: loop)
    address.retryDelay = .milliseconds(1)

    #expect(try asOrdinaryUser { try reconnects(address, wasServed: true, to: "\(folder.path)/socket") })
  }

  @Test func `a daemon whose queue of connections is full is tried again`() throws {
    let loop = try EventLoop()
    let folder = try TemporarySocketFolder()
    let server = try Descriptor.unixStream()
    var address = DaemonAddress("\(folder.path)/socket", { _ in nil }, on: loop)
    address.timeLimit = .milliseconds(1)
    address.retryDelay = .milliseconds(1)
    listen(server.number, at: "\(folder.path)/socket", backlog: 0)
    let first = try address.connect()
    let isConnected = Mutex(false)

    Task(executorPreference: loop) { [number = server.number] in
      defer { loop.stop() }
      loop.after(.milliseconds(20)) { close(accept(number, nil, nil)) }
      let client = try await address.connectAgain(wasServed: true, until: .now.advanced(by: .seconds(10)))
      isConnected.withLock { $0 = client != nil }
    }
    loop.run()

    #expect(isConnected.withLock { $0 })
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [("/run/a", "/run/a"), ("unix:/run/a", "/run/a"), ("a", "./a"), ("@a", nil), ("unix:@a", nil)])
  func `the file of a socket is its path, unless it is abstract`(socket: String, file: String?) throws {
    #expect(DaemonAddress(socket, { _ in nil }, on: try EventLoop()).file == file)
  }
}

/// Whether `connectAgain` connects to a socket that listens a few turns later.
private func reconnects(_ address: DaemonAddress, wasServed: Bool, to path: String) throws -> Bool {
  let server = try Descriptor.unixStream()
  let (loop, number) = (address.loop, server.number)
  Task(executorPreference: loop) {
    defer { loop.stop() }
    _ = try await address.connectAgain(wasServed: wasServed)
  }
  afterTurns(8, on: loop) { listen(number, at: path) }
  loop.run()
  return accept(server.number, nil, nil) >= 0
}

/// A temporary directory with a socket.
private final class TemporarySocketFolder: Sendable {
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

/// Runs `body` after a number of turns of the loop.
private func afterTurns(_ turns: Int, on loop: EventLoop, _ body: @escaping @Sendable () -> Void) {
  loop.perform { turns == 0 ? body() : afterTurns(turns - 1, on: loop, body) }
}

private func listen(_ number: CInt, at path: String, backlog: CInt = 1) {
  let address = UnixAddress(path)
  precondition(address?.withKernelForm { bind(number, $0, $1) } == 0, "the name is free")
  precondition(Glibc.listen(number, backlog) == 0, "the name is free")
}
