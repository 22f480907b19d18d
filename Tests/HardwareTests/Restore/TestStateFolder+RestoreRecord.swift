@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Model
import StateFiles
import Testing

/// The folder of the record, in a temporary one.
struct RestoreRecordFolder: ~Copyable {
  private let temporary: TemporaryFolder
  let path: String

  init() throws {
    temporary = try TemporaryFolder()
    path = "\(temporary.path)/state"
  }

  var record: String { "\(path)/restore-records" }

  func opened(_ calls: any FolderSystemCalls = SystemFolderCalls()) throws -> RestoreRecordFile {
    try RestoreRecordFile(in: StateFolder(path, waiting: false), calls: calls)
  }

  /// The files there, without the lock.
  var names: [String] { get throws { try Folder.names(in: path).filter { $0 != "lock" } } }

  func bytes(of name: String = "restore-records") throws -> [UInt8] {
    let file = try Descriptor(opening: "\(path)/\(name)", O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
    return Array(bytes.prefix(count ?? 0))
  }

  func put(_ bytes: [UInt8], at name: String = "restore-records", mode: mode_t = 0o600) throws {
    mkdir(path, 0o700)
    let file = try Descriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    fchmod(file.number, mode)
    _ = try bytes.withUnsafeBytes { try file.write($0) }
  }

  func put(_ restores: [PendingRestore]) throws {
    try put(RestoreRecordText.bytes(of: restores))
  }
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
