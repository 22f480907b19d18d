@testable import BrightnessEventLoop

import CBrightnessLinux
import Glibc
import Programs
import Testing

@Suite struct ProcessTests {
  @Test(arguments: [("exit 7", ProcessEnd.exited(7)), ("kill -KILL $$", .killed(signal: SIGKILL))])
  func `the end of a child has its status or signal, and the child is reaped`(script: String, end: ProcessEnd) throws {
    let loop = try EventLoop()
    let log = Log(of: ProcessEnd.self)
    let child = try Self.shell(script)
    let watch = try loop.onEnd(ofProcess: child.process) { end in
      log.write(end)
      loop.stop()
    }

    loop.run()

    #expect(log.entries == [end])
    #expect(loop.watchCount == 0)
    #expect(waitpid(child.process, nil, WNOHANG) == -1 && errno == ECHILD)
    _ = consume watch
  }

  @Test func `the end of a process that is not our child has no status`() throws {
    let loop = try EventLoop()
    let log = Log(of: ProcessEnd.self)
    let child = try Self.shell("exit 7")
    let watch = try loop.onEnd(ofProcess: child.process) { log.write($0) }

    child.waitForEnd()
    loop.takeTurn()
    loop.takeTurn()

    #expect(log.entries == [.unknown])
    #expect(loop.watchCount == 0)
    _ = consume watch
  }

  @Test func `a process that does not exist cannot be watched`() throws {
    let loop = try EventLoop()
    let child = try Self.shell("exit 0")
    child.waitForEnd()

    let error = #expect(throws: SystemError.self) { _ = try loop.onEnd(ofProcess: child.process) { _ in } }

    #expect(error?.description == "cannot watch 'process \(child.process)': no such process")
  }

  @Test func `ending the watch does not affect the child`() throws {
    let loop = try EventLoop()
    let log = Log(of: ProcessEnd.self)
    let child = try Self.shell("exit 7")
    let watch = try loop.onEnd(ofProcess: child.process) { log.write($0) }

    _ = consume watch
    let status = child.waitForEnd()
    loop.takeTurn()

    #expect(log.entries == [])
    #expect(status == 7)
  }

  private static func shell(_ script: String) throws -> Program { try Program(["/bin/sh", "-c", script]) }
}
