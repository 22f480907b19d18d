import BrightnessEventLoop
import Glibc

/// The system calls that change files of the folder; tests make each of them fail.
package protocol FolderSystemCalls: Sendable {
  func open(_ name: String, in folder: CInt, _ flags: CInt) -> CInt
  func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Int
  func rename(_ name: String, to other: String, in folder: CInt) -> CInt
  func remove(_ name: String, in folder: CInt) -> CInt
  /// Returns when a file, or the names in a folder, are durable, as fsync(2) does.
  func sync(_ file: CInt) -> CInt
}

extension FolderSystemCalls {
  package func sync(_ file: CInt) -> CInt { fsync(file) }

  /// Renames an untrusted file to the first free name, and returns the new path. The folder is
  /// locked, so that the name stays free.
  func quarantine(_ name: String, in folder: CInt, at path: String) throws(StateFileError) -> String {
    let names = (1...StateFolder.quarantineLimit).lazy.map { "\(name).quarantined-\($0)" }
    let free = names.first { faccessat(folder, $0, F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT }
    guard let free else { throw .refused(SystemError("quarantine", "\(path)/\(name)", ErrorCode(rawValue: EEXIST))) }
    try stateCall("quarantine", "\(path)/\(name)") { rename(name, to: free, in: folder) }
    return "\(path)/\(free)"
  }
}

/// The real system calls; new files are accessible to their owner alone.
package struct SystemFolderCalls: FolderSystemCalls {
  package init() {}

  package func open(_ name: String, in folder: CInt, _ flags: CInt) -> CInt {
    openat(folder, name, flags | O_CLOEXEC, 0o600)
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Int {
    Glibc.write(file, bytes.baseAddress, bytes.count)
  }

  package func rename(_ name: String, to other: String, in folder: CInt) -> CInt {
    renameat(folder, name, folder, other)
  }

  package func remove(_ name: String, in folder: CInt) -> CInt { unlinkat(folder, name, 0) }
}
