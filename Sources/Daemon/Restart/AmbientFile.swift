import Brightness
import BrightnessEventLoop
import Hardware
import Service
import StateFiles

/// The file in which automatic brightness survives a restart and a reboot.
///
/// It is written before any light, so that the next daemon can tell an adaptation of its
/// predecessor from a level that somebody else has set. It is not synced: a power cut costs the
/// last lessons, and a sync would delay the light. A file that is not trusted is quarantined, and
/// nothing is written before that. Lights are controlled without the file, too.
final class AmbientFile {
  private let file: SmallFile
  private let log: Log
  /// False while the file may hold a record that could not be read; such a file is not replaced.
  private var isRead = false
  private var corrupt: StateFileError?

  convenience init(beside restores: RestoreRecordFile, _ log: Log) {
    self.init(SmallFile(lasting: "automatic", beside: restores), log)
  }

  init(_ file: SmallFile, _ log: Log) {
    self.file = file
    self.log = log
  }

  /// What the former daemon has saved; nil for nothing.
  func read() -> AmbientRecord? {
    do throws(StateFileError) {
      try file.removeDraft()
      let (record, corrupt) = try file.read(AmbientRecordText.record)
      if let corrupt { log(.error, "\(corrupt)") }
      self.corrupt = corrupt
      isRead = true
      return record
    } catch {
      log(.error, "\(error); automatic brightness begins anew, and is not saved")
      return nil
    }
  }

  /// Replaces what is saved. If that fails, the former record stays until the next change.
  func save(_ record: AmbientRecord) {
    guard isRead else { return }
    log.trying("automatic") {
      try file.quarantineAgain(&corrupt)
      if record.lights.isEmpty {
        try file.remove()
      } else {
        try file.replace(with: AmbientRecordText.bytes(of: record))
      }
    }
  }
}
