@testable import Hardware

import Glibc
import HardwareTesting
import Testing

@Suite struct UdevTests {
  @Test func `libudev finds the panel of two cards, and the keyboard`() throws {
    let lister = try Lister(Machine.hybrid)

    let lines = try lister.lines(through: "ready")

    #expect(
      lines == [
        "connected backlight/intel_backlight panel raw 500 of 1060",
        "connected leds/tpacpi::kbd_backlight keyboard 1 of 2",
        "backlight/nvidia_0 is not used: its connector is not known, and another panel's is enabled",
        "ready",
      ]
    )
  }

  @Test func `libudev reports lights that are plugged in and unplugged`() throws {
    let lister = try Lister([Machine.intelCard, Machine.intelConnector, Machine.intel])
    _ = try lister.lines(through: "ready")

    try lister.machine.tree.add(Machine.keyboard)
    try lister.machine.send("add", Machine.keyboard)
    let afterAdd = try lister.lines(through: "connected leds/tpacpi::kbd_backlight keyboard 1 of 2")
    lister.machine.tree.remove(Machine.intel)
    try lister.machine.send("remove", Machine.intel)
    let afterRemove = try lister.lines(through: "disconnected backlight/intel_backlight")

    #expect(afterAdd.count == 1)
    #expect(afterRemove == ["sensorsChanged", "disconnected backlight/intel_backlight"])
  }

  @Test func `libudev events distinguish a hotkey from a write`() throws {
    let lister = try Lister(Machine.hybrid)
    _ = try lister.lines(through: "ready")

    try lister.machine.send("change", Machine.intel, ["SOURCE=hotkey"])
    let first = try lister.lines(through: "mayHaveChanged backlight/intel_backlight by hotkey")
    try lister.machine.send("change", Machine.intel, ["SOURCE=sysfs"])
    let second = try lister.lines(through: "mayHaveChanged backlight/intel_backlight by sysfs")

    #expect(first.count == 1 && second.count == 1)
  }

  @Test func `libudev reports that sensors come and go`() throws {
    let lister = try Lister(Machine.hybrid)
    _ = try lister.lines(through: "ready")

    try lister.machine.tree.add(.als)
    try lister.machine.send("add", .als)
    let lines = try lister.lines(through: "sensorsChanged")

    #expect(lines.count == 1)
  }

  @Test func `the level is read from brightness, not from actual_brightness`() throws {
    let lister = try Lister([Machine.intel.with(["actual_brightness": 12_345])])

    let lines = try lister.lines(through: "ready")

    #expect(lines.first == "connected backlight/intel_backlight panel raw 500 of 1060")
  }

  @Test func `only ENOBUFS is an overflow`() {
    let received = [ENOBUFS, EAGAIN, EINTR, 0].map { ReceivedNotification(noneFor: $0) }

    #expect(received == [.notification(.everything), .nothing, .nothing, .nothing])
  }
}
