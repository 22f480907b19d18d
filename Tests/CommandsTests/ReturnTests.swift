import EventLoop
import Glibc
import Testing

@testable import Commands

@Suite struct ReturnTests {
  @Test(arguments: ["@", "unix:@"])
  func `a name for which no file stands is tried until somebody is there`(front: String) throws {
    let loop = try EventLoop()
    let name = "brightness-return-\(getpid())-\(front.count)"
    var address = DaemonAddress("\(front)\(name)", { _ in nil }, on: loop)
    address.patience = .milliseconds(1)
    let server = try Descriptor.unixStream()
    let number = server.number

    Task(executorPreference: loop) { [address] in
      defer { loop.stop() }
      _ = try await address.connectAgain(isWelcome: true)
    }
    afterOthers(8, on: loop) { listen(number, at: "@\(name)") }
    loop.run()

    #expect(accept(server.number, nil, nil) >= 0)
  }

  @Test(arguments: [("/run/a", "/run/a"), ("unix:/run/a", "/run/a"), ("a", "./a"), ("@a", nil), ("unix:@a", nil)])
  func `the file that stands for a socket is its path`(socket: String, file: String?) throws {
    #expect(DaemonAddress(socket, { _ in nil }, on: try EventLoop()).file == file)
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
