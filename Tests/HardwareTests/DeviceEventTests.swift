@testable import Hardware

import BrightnessModel
import HardwareTesting
import Testing

@Suite struct DeviceEventTests {
  static let hotkey =
    "change@/devices/x/panel\0ACTION=change\0DEVPATH=/devices/x/panel\0SUBSYSTEM=backlight\0SOURCE=hotkey\0"

  private static let event = DeviceEvent(action: .change, subsystem: .backlight, name: "panel", source: .hotkey)

  private static let meanings: [(String, DeviceEvent)] =
    [
      ("", event), ("SEQNUM=4711\0", event.with { $0.number = 4711 }),
      // The last of two equal keys counts.
      ("SOURCE=sysfs\0", event.with { $0.source = .sysfs }), ("SOURCE=moon\0", event.with { $0.source = .unknown }),
      ("SOURCE=\0", event.with { $0.source = .unknown }), ("SUBSYSTEM=leds\0", event.with { $0.subsystem = .leds }),
      (
        "ACTION=move\0DEVPATH_OLD=/x/a\0",
        event.with {
          $0.action = .move
          $0.formerName = "a"
        }
      ),
    ] + DeviceEvent.Action.allCases.map { action in ("ACTION=\(action)\0", event.with { $0.action = action }) }

  @Test(arguments: meanings)
  func `an event has what its properties say`(more: String, event: DeviceEvent) {
    #expect(notification(Self.hotkey + more) == .event(event))
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

  @Test func `an event of a connector leads to a read of all lights`() {
    #expect(notification("change@/x/card0\0ACTION=change\0DEVPATH=/x/card0\0SUBSYSTEM=drm\0HOTPLUG=1\0") == .everything)
  }

  @Test(arguments: ["add", "remove"])
  func `an event of a device of industrial I-O is one of a sensor`(action: String) {
    #expect(notification("add@/x/y\0ACTION=\(action)\0DEVPATH=/x/iio:device0\0SUBSYSTEM=iio\0") == .sensors)
  }

  private func notification(_ text: String) -> DeviceNotification? {
    Array(text.utf8).withUnsafeBytes { DeviceNotification(kernelText: $0) }
  }
}

extension DeviceEvent {
  fileprivate func with(_ change: (inout DeviceEvent) -> Void) -> DeviceEvent {
    var event = self
    change(&event)
    return event
  }
}
