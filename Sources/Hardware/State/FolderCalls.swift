import Glibc

/// The system calls by which the files of a folder change, so that a test can let each of them fail.
protocol FolderCalls: Sendable {
  func open(_ name: String, in folder: CInt, _ flags: CInt) -> CInt
  func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Int
  func rename(_ name: String, to other: String, in folder: CInt) -> CInt
  func remove(_ name: String, in folder: CInt) -> CInt
}

/// The kernel's own; what is created is its owner's alone.
struct SystemFolderCalls: FolderCalls {
  func open(_ name: String, in folder: CInt, _ flags: CInt) -> CInt { openat(folder, name, flags | O_CLOEXEC, 0o600) }

  func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Int {
    Glibc.write(file, bytes.baseAddress, bytes.count)
  }

  func rename(_ name: String, to other: String, in folder: CInt) -> CInt { renameat(folder, name, folder, other) }

  func remove(_ name: String, in folder: CInt) -> CInt { unlinkat(folder, name, 0) }
}
