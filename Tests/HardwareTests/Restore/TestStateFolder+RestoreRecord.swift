@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import StateFiles
import Testing

/// The restore record in a state folder.
extension TestStateFolder {
  var record: String { "\(path)/restore-records" }

  func opened(_ calls: any FolderSystemCalls = SystemFolderCalls()) throws -> RestoreRecordFile {
    try RestoreRecordFile(in: StateFolder(path, waiting: false), calls: calls)
  }

  func recordedBytes() throws -> [UInt8] { try bytes(of: "restore-records") }

  /// The restores on record, as the next process reads them.
  func recorded() throws -> [PendingRestore] { try RestoreRecordText.restores(in: recordedBytes()) }

  func put(_ bytes: [UInt8], mode: mode_t = 0o600) throws { try put(bytes, at: "restore-records", mode: mode) }

  func put(_ restores: [PendingRestore]) throws { try put(RestoreRecordText.bytes(of: restores)) }
}

extension PendingRestore {
  static func sample(
    _ name: String = "intel_backlight",
    at anchor: String = "/sys/card/eDP-1",
    raw: Int = 400,
    maximum: Int = 1060
  ) -> PendingRestore {
    PendingRestore(
      light: LightID(.backlight, name),
      anchor: anchor,
      kind: .panel,
      raw: raw,
      maximum: maximum,
      share: "0.377358490566037735"
    )
  }

  static let panel = sample()
  static let monitor = sample("ddcci5", at: "/sys/card/DP-1", raw: 70, maximum: 100)
  static let keyboard = PendingRestore(
    light: LightID(.leds, "tpacpi::kbd_backlight"),
    anchor: "/sys/devices/platform/thinkpad_acpi",
    kind: .keyboard,
    raw: 0,
    maximum: 2,
    share: "0",
    allowsOff: true,
    trigger: "kbd-capslock"
  )
  static let three = [panel, monitor, keyboard]
}
