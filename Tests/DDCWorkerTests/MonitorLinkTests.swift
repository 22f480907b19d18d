import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import HardwareTesting
import Programs
import Testing

/// Workers that do what they should, and shell scripts that do not.
@Suite struct MonitorLinkTests {
  @Test func `the worker's own reasons leave the connection open`() throws {
    let machine = try Machine()
    var ends = try Ends()
    let worker = try Worker.program(["--sysfs", machine.tree.root], on: ends.theirs)
    var link = MonitorLink(ends.takeOurs())

    #expect(throws: LinkError.failed(WorkerFault(.isOutOfOrder))) { _ = try link.level(of: machine.fingerprint) }
    try link.setConnector("card1-DP-1")
    #expect(throws: LinkError.failed(WorkerFault(.isAnotherMonitor))) { try link.set(5, of: 1) }
    #expect(throws: LinkError.failed(WorkerFault(.isAnotherMonitor))) { _ = try link.level(of: 1) }
    _ = consume link
    #expect(worker.waitForEnd() == 0)
  }

  @Test func `a name that is too long is that of no monitor`() throws {
    var ends = try Ends()
    var link = MonitorLink(ends.takeOurs())

    #expect(throws: LinkError.failed(WorkerFault(.hasNoMonitor))) { try link.setConnector("card10-HDMI-A-10") }
  }

  /// A worker that takes a request, and then runs a script with its socket as descriptor 3.
  private static func link(to script: String, timeout: Duration) throws -> LinkToScript {
    var ends = try Ends()
    let worker = try Program(["/bin/sh", "-c", "head -c 16 <&3 >/dev/null; \(script)"], inherited: [ends.theirs])
    return LinkToScript(worker: worker, link: MonitorLink(ends.takeOurs(), timeout: timeout))
  }

  @Test(
    arguments: [
      ("", .isClosed), ("printf x >&3", .isClosed), ("printf 0123456789abcdef >&3", .isNoReply),
      // A level without a range, a level where none was asked for, a reason that there is not.
      (#"printf '\1\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0' >&3"#, .isNoReply),
      (#"printf '\1\0\0\1\0\2\0\0\0\0\0\0\0\0\0\0' >&3"#, .isNoReply),
      (#"printf '\2\77\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >&3"#, .isNoReply),
      (#"tr '\0' '\377' </dev/zero >&3"#, .isNoReply),
    ] as [(String, LinkError)]
  )
  func `a worker that ends or lies costs its connection alone`(_ script: String, _ error: LinkError) throws {
    var worker = try Self.link(to: script, timeout: MonitorLink.usualTimeout)

    #expect(throws: error) { try worker.link.setConnector("card1-DP-1") }
    #expect(throws: LinkError.isClosed) { try worker.link.set(1, of: 1) }
    worker.worker.kill()
  }

  @Test(arguments: ["kill -STOP $$", "printf x >&3; kill -STOP $$"])
  func `a worker that hangs costs the time, and its connection`(_ script: String) throws {
    var worker = try Self.link(to: script, timeout: .milliseconds(20))

    #expect(throws: LinkError.isLate) { try worker.link.setConnector("card1-DP-1") }
    #expect(throws: LinkError.isClosed) { _ = try worker.link.level(of: 1) }
    worker.worker.kill()
  }

  @Test func `a second reply to one request is noticed at the next`() throws {
    var worker = try Self.link(to: "head -c 32 /dev/zero >&3; kill -STOP $$", timeout: MonitorLink.usualTimeout)

    try worker.link.setConnector("card1-DP-1")
    #expect(throws: LinkError.isNoReply) { try worker.link.set(1, of: 1) }
    worker.worker.kill()
  }

  @Test func `without a socket there is no connection`() throws {
    let path = "/tmp/there-is-none/ddc"

    #expect(throws: LinkError.refused(SystemError("connect to", path, ErrorCode(rawValue: ENOENT)))) {
      _ = try MonitorLink(connecting: path)
    }
  }
}

private struct LinkToScript: ~Copyable {
  let worker: Program
  var link: MonitorLink
}
