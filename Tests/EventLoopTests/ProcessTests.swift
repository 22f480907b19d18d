@testable import EventLoop

import CLinux
import Glibc
import Programs
import Testing

@Suite struct ProcessTests {
  @Test func `the end of a child that exits has its status`() throws {
    let (end, loop) = try Self.end(of: try Self.shell("exit 7"))

    #expect(end == [.exited(7)])
    #expect(loop.watchCount == 0)
  }

  @Test func `the end of a child that is killed has the signal`() throws {
    let (end, _) = try Self.end(of: try Self.shell("kill -KILL $$"))

    #expect(end == [.killed(signal: SIGKILL)])
  }

  @Test func `a child that ended is reaped`() throws {
    let child = try Self.shell("exit 0")
    let process = child.process

    _ = try Self.end(of: child)

    #expect(waitpid(process, nil, WNOHANG) == -1 && errno == ECHILD)
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

  private static func end(of child: Program) throws -> ([ProcessEnd], EventLoop) {
    let loop = try EventLoop()
    let log = Log(of: ProcessEnd.self)
    let watch = try loop.onEnd(ofProcess: child.process) { end in
      log.write(end)
      loop.stop()
    }
    loop.run()
    _ = consume watch
    return (log.entries, loop)
  }
}
