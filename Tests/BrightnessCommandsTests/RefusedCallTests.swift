import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Synchronization
import Testing

@testable import BrightnessCommands
@testable import Commands

/// What the client finds out about a call that the daemon refused.
@Suite struct RefusedCallTests {
  @Test(arguments: [
    (["video"], "root, the user of the active session and members of the group video; see `brightness doctor`"),
    (
      ["video", "44"],
      "root, the user of the active session and members of the group video or 44; see `brightness doctor`"
    ),
    ([], "root and the user of the active session; see `brightness doctor`"),
  ])
  func `permission denied names the groups that the daemon reports`(groups: [String], allowed: String) throws {
    var report = HealthInterface.Report.Reply.healthy
    report.groups = groups

    let hint = try hintOfRefusedSet(report)

    #expect(hint == "allowed for \(allowed)")
  }

  @Test func `permission denied names no group while the daemon does not report`() throws {
    let refused = Failure(.service(.permissionDenied), cannot: "set", "panel")

    #expect(try hintOfRefusedSet(nil) == refused.hint)
  }
}

/// The hint after a daemon that allows nothing refused to set a light. Without a report it refuses
/// that too.
private func hintOfRefusedSet(_ report: HealthInterface.Report.Reply?) throws -> String? {
  let loop = try EventLoop()
  let lights = ServedInterface(
    LightsInterface.self,
    [ServedMethod { (call: MethodCall<LightsInterface.Set>, _) in call.fail(ServiceError.permissionDenied) }]
  )
  let health = ServedInterface(
    HealthInterface.self,
    [
      ServedMethod { (call: MethodCall<HealthInterface.Report>, _) in
        if let report { call.reply(report) } else { call.fail(ServiceError.permissionDenied) }
      }
    ]
  )
  let service = Service(vendor: "", product: "", version: "", url: "", interfaces: [health, lights])
  let server = VarlinkServer(service, on: loop)
  let name = "@brightness-refusing-\(getpid())-\(UInt32.random(in: 0...(.max)))"
  try server.listen(at: name)
  let client = try DaemonAddress(name, { _ in nil }, on: loop).connect()
  let hint = Mutex<String?>(nil)
  Task(executorPreference: loop) {
    defer { loop.stop() }
    do throws(Failure) {
      _ = try await client.set("panel", to: .percent(50), allowsOff: false)
    } catch {
      hint.withLock { $0 = error.hint }
    }
  }
  loop.run()
  return hint.withLock(\.self)
}
