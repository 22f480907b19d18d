import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct UsualGroupTests {
  @Test(arguments: [
    ("", true, "brightnessd"), ("", false, nil), ("Group=video", true, "video"), ("Group=video", false, "video"),
    ("Group=video\nGroup=", true, "brightnessd"),
  ])
  func `without Group= it is the group of the package, if the system has it`(
    key: String,
    exists: Bool,
    group: String?
  ) throws {
    let plan = DaemonProcess.Plan(socket: "a", state: "b", origin: FakeTreeOrigin(root: "/"))

    #expect(plan.inForce(read("[Daemon]\n\(key)"), hasGroup: { exists && $0 == "brightnessd" }).group == group)
  }

  @Test func `a per-user daemon has no group`() {
    var plan = DaemonProcess.Plan(socket: "a", state: "b", origin: FakeTreeOrigin(root: "/"))
    plan.isForOwnerAlone = true

    #expect(plan.inForce(read("[Daemon]\nGroup=video"), hasGroup: { _ in true }).group == nil)
  }
}
