import BrightnessEventLoop
import Glibc

/// The file in which `brightness doctor` reads whether the bridge is connected, below /run.
struct StatusFile: Sendable {
  private let path: String

  init(in folder: String) { path = "\(folder)/status" }

  /// That of this process; nil unless systemd has made a folder for it (`RuntimeDirectory=`,
  /// systemd.exec(5)).
  static var ofProcess: StatusFile? { getenv("RUNTIME_DIRECTORY").map { StatusFile(in: String(cString: $0)) } }

  /// Replaces the file as a whole, so that nobody reads half of it.
  func replace(with line: String) throws(SystemError) {
    let draft = "\(path).new"
    let file = try Descriptor(opening: draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode: 0o644)
    // The mask of the service keeps others out, and everyone may run `brightness doctor`.
    try systemCall("share", draft) { fchmod(file.number, 0o644) }
    let bytes = Array("\(line)\n".utf8)
    try systemCall("write", draft) { write(file.number, bytes, bytes.count) }
    try systemCall("replace", path) { rename(draft, path) }
  }
}
