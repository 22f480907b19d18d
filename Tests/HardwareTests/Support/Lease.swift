import BrightnessEventLoop
import Glibc

/// A lease on a file, until whose end the kernel blocks everyone who opens the file for writing.
struct Lease: ~Copyable {
  private let file: Descriptor

  init(on path: String) throws(SystemError) {
    let file = try Descriptor(opening: path, O_RDONLY)
    let number = file.number
    // The holder is told by a signal that someone waits. The default one, SIGIO, would end this
    // process; SIGURG is ignored. Swift does not import F_SETSIG and F_SETLEASE (fcntl.h).
    try systemCall("configure", path) { fcntl(number, 10, SIGURG) }
    try systemCall("lease", path) { fcntl(number, 1024, F_RDLCK) }
    self.file = file
  }

  consuming func end() {}
}
