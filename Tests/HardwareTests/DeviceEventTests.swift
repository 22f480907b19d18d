@testable import Hardware

import HardwareTesting
import Model
import Testing

@Suite struct DeviceEventTests {
  static let hotkey =
    "change@/devices/x/panel\0ACTION=change\0DEVPATH=/devices/x/panel\0SUBSYSTEM=backlight\0SOURCE=hotkey\0"

  @Test func `the light is found by its subsystem and the last part of its path`() {
    #expect(
      notification(Self.hotkey)
        == .event(DeviceEvent(action: .change, subsystem: .backlight, name: "panel", source: .hotkey))
    )
  }

  /// To `String`, a slash or an equals sign with an accent after it is another character.
  @Test(arguments: [
    ("/x/panel/\u{300}y", "\u{300}y"), ("/x/\u{300}", "\u{300}"), ("\u{300}/x/panel", nil),
    ("/x/\u{300}/panel", "panel"),
  ])
  func `paths are cut by their bytes`(path: String, name: String?) {
    let event = "change@/x\0ACTION=change\0DEVPATH=\(path)\0SUBSYSTEM=backlight\0SOURCE=\u{300}\0"

    let expected = name.map { DeviceNotification.event(DeviceEvent(action: .change, subsystem: .backlight, name: $0)) }
    #expect(notification(event) == expected)
  }

  @Test func `messages of the fake tree are parsed`() {
    let text = FakeEvent.text("add", Machine.keyboard)

    let notification = text.withUnsafeBytes { DeviceNotification(kernelText: $0) }

    #expect(
      notification == .event(DeviceEvent(action: .add, subsystem: .leds, name: "tpacpi::kbd_backlight", number: 1))
    )
  }

  @Test(arguments: [
    ("SYSTEMD_WANTS= systemd-backlight@backlight:panel.service\0", true),
    ("SYSTEMD_WANTS=other.service\0", false),
    ("SYSTEMD_WANTS=systemd-backlight@backlight:panel.service\0SYNTH_UUID=0\0", false),
  ])
  func `an add event tells whether systemd-backlight will write the light`(more: String, expected: Bool) {
    let event = "add@/x/panel\0ACTION=add\0DEVPATH=/x/panel\0SUBSYSTEM=backlight\0" + more

    #expect(
      notification(event)
        == .event(DeviceEvent(action: .add, subsystem: .backlight, name: "panel", startsSystemdBacklight: expected))
    )
  }

  @Test func `a truncated event is rejected at every length`() {
    let bytes = Array(Self.hotkey.utf8)

    let understood = (0..<bytes.count).compactMap { length in
      bytes[..<length].withUnsafeBytes { DeviceNotification(kernelText: $0) }
    }

    #expect(understood == [.event(DeviceEvent(action: .change, subsystem: .backlight, name: "panel"))])
  }

  @Test func `the last of two equal keys counts`() {
    #expect(
      notification(Self.hotkey + "SOURCE=sysfs\0")
        == .event(DeviceEvent(action: .change, subsystem: .backlight, name: "panel", source: .sysfs))
    )
  }

  @Test(arguments: ["COLOR=red\0", "NOTHING\0", "\0", "\0\0\0", "=\0", "=x\0", "SEQNUM=\0", "source=sysfs\0"])
  func `unknown properties are skipped`(more: String) {
    #expect(notification(Self.hotkey + more) == notification(Self.hotkey))
  }

  @Test func `invalid UTF-8 in an event is skipped, and rejected in a name`() {
    let unknown = Array(Self.hotkey.utf8) + Array("X=".utf8) + [0xFF, 0xC0, 0]
    let name = Array("add@/x\0ACTION=add\0SUBSYSTEM=backlight\0DEVPATH=/x/".utf8) + [0xFF, 0]

    #expect(unknown.withUnsafeBytes { DeviceNotification(kernelText: $0) } == notification(Self.hotkey))
    #expect(name.withUnsafeBytes { DeviceNotification(kernelText: $0) } == nil)
  }

  @Test func `an event longer than libudev accepts is rejected`() {
    func event(of length: Int) -> String {
      Self.hotkey + "X=" + String(repeating: "x", count: length - Self.hotkey.utf8.count - 3) + "\0"
    }

    #expect(notification(event(of: 8192)) == notification(Self.hotkey))
    #expect(notification(event(of: 8193)) == nil)
  }

  @Test(
    arguments: [
      "", "\0", "x\0", "@\0", "@/x\0", "change@x\0", "change\0",
      "libudev\0",
      "ACTION=change\0DEVPATH=/x/panel\0SUBSYSTEM=backlight\0",
    ]
  )
  func `a text without a header is rejected`(header: String) {
    #expect(notification(header + "ACTION=change\0DEVPATH=/x/panel\0SUBSYSTEM=backlight\0") == nil)
  }

  @Test(
    arguments: [
      "ACTION=change\0DEVPATH=/x/panel\0", "ACTION=change\0SUBSYSTEM=backlight\0", "DEVPATH=/x/panel\0SUBSYSTEM=leds\0",
      "ACTION=burn\0DEVPATH=/x/panel\0SUBSYSTEM=backlight\0", "ACTION=change\0DEVPATH=/x/panel\0SUBSYSTEM=net\0",
      "ACTION=change\0DEVPATH=panel\0SUBSYSTEM=backlight\0", "ACTION=change\0DEVPATH=/x/\0SUBSYSTEM=backlight\0",
      "ACTION=change\0DEVPATH=/x/..\0SUBSYSTEM=backlight\0", "ACTION=change\0DEVPATH=\0SUBSYSTEM=backlight\0",
    ]
  )
  func `an event of another subsystem is ignored`(properties: String) {
    #expect(notification("change@/x\0" + properties) == nil)
  }

  @Test(arguments: DeviceEvent.Action.allCases)
  func `every action of the kernel is parsed`(action: DeviceEvent.Action) {
    let text = "\(action.rawValue)@/x\0ACTION=\(action.rawValue)\0DEVPATH=/x/a\0SUBSYSTEM=leds\0"

    #expect(notification(text) == .event(DeviceEvent(action: action, subsystem: .leds, name: "a")))
  }

  @Test(arguments: ["SOURCE=\0", "SOURCE=moon\0", ""])
  func `an unrecognized source is unknown`(source: String) {
    let text = "change@/x\0ACTION=change\0DEVPATH=/x/a\0SUBSYSTEM=backlight\0" + source

    #expect(
      notification(text) == .event(DeviceEvent(action: .change, subsystem: .backlight, name: "a", source: .unknown))
    )
  }

  @Test func `a move event has the former name`() {
    let text = "move@/x/b\0ACTION=move\0DEVPATH=/x/b\0DEVPATH_OLD=/x/a\0SUBSYSTEM=leds\0"

    #expect(notification(text) == .event(DeviceEvent(action: .move, subsystem: .leds, name: "b", formerName: "a")))
  }

  @Test func `an event of a name longer than the kernel allows is rejected`() {
    func text(_ name: String) -> String { "add@/x/\(name)\0ACTION=add\0DEVPATH=/x/\(name)\0SUBSYSTEM=leds\0" }

    #expect(notification(text(String(repeating: "a", count: 255))) != nil)
    #expect(notification(text(String(repeating: "a", count: 256))) == nil)
  }

  @Test func `an event has its number`() {
    #expect(
      notification(Self.hotkey + "SEQNUM=4711\0")
        == .event(DeviceEvent(action: .change, subsystem: .backlight, name: "panel", source: .hotkey, number: 4711))
    )
  }

  @Test func `an event of a connector leads to a read of all lights`() {
    #expect(notification("change@/x/card0\0ACTION=change\0DEVPATH=/x/card0\0SUBSYSTEM=drm\0HOTPLUG=1\0") == .everything)
  }

  private func notification(_ text: String) -> DeviceNotification? {
    Array(text.utf8).withUnsafeBytes { DeviceNotification(kernelText: $0) }
  }
}
