import CBrightnessLinux
import Glibc

/// A file descriptor that is closed when its owner drops it.
public struct Descriptor: ~Copyable, Sendable {
  public let number: CInt

  public init(owning number: CInt) {
    precondition(number >= 0, "a descriptor is not negative, but \(number)")
    self.number = number
  }

  public init(duplicating number: CInt) throws(SystemError) {
    let duplicate = try systemCall("duplicate", "descriptor \(number)") { fcntl(number, F_DUPFD_CLOEXEC, 0) }
    self.init(owning: duplicate)
  }

  /// Opens a file; `O_CLOEXEC` is added to the flags.
  public init(opening path: String, _ flags: CInt, mode: mode_t = 0) throws(SystemError) {
    self.init(owning: try systemCall("open", path) { open(path, flags | O_CLOEXEC, mode) })
  }

  /// The bytes of a file. A file that is longer than `limit` is read up to a page beyond it.
  ///
  /// Ends at the first read that does not fill a page. A sysfs attribute smaller than a page is
  /// thus read in one call, and cannot change in between.
  package static func contents(
    of path: String,
    upTo limit: Int,
    _ flags: CInt = O_RDONLY
  ) throws(SystemError) -> [UInt8] {
    let file = try Descriptor(opening: path, flags)
    return try pages(of: path, upTo: limit) { page, _ in Glibc.read(file.number, page.baseAddress, page.count) }
  }

  /// The bytes of an open, seekable file. Each call reads it anew, even a sysfs attribute, which
  /// the kernel computes at each read from position 0.
  package func contents(of path: String, upTo limit: Int) throws(SystemError) -> [UInt8] {
    let number = number
    return try Self.pages(of: path, upTo: limit) { page, position in
      pread(number, page.baseAddress, page.count, position)
    }
  }

  private static func pages(
    of path: String,
    upTo limit: Int,
    _ read: (_ page: UnsafeMutableRawBufferPointer, _ position: Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // A read of sysfs returns at most a page, which is at least this large on every machine.
    try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { (page) throws(SystemError) in
      while bytes.count <= limit {
        let count = try systemCall("read", path) { read(page, bytes.count) }
        bytes += page[..<count]
        if count < page.count { break }
      }
    }
    return bytes
  }

  deinit {
    // Linux frees the number even if close(2) reports EINTR: a retry could close a descriptor of
    // another thread.
    _ = close(number)
  }

  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Reads into `buffer`. Returns the number of bytes, 0 at the end, nil if it would block.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    try systemCallWithoutWaiting("read", name) { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  /// Writes the start of `bytes`. Returns the number of bytes, nil if it would block.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    try systemCallWithoutWaiting("write", name) { Glibc.write(number, bytes.baseAddress, bytes.count) }
  }

  public func setNonBlocking() throws(SystemError) {
    let flags = try systemCall("inspect", name) { fcntl(number, F_GETFL) }
    guard flags & O_NONBLOCK == 0 else { return }
    try systemCall("configure", name) { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Whether a read would not block now; for a pidfd, whether its process has ended.
  public var isReadable: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  var name: String { "descriptor \(number)" }
}

/// Closes sockets that may contain descriptors sent by untrusted peers, which are closed with them.
///
/// The last close of a socket with SO_LINGER may block for as long as the peer likes, but not if
/// the process exits. A file of a FUSE file system can block even then.
public enum ForeignDescriptors {
  /// Closes descriptors by ending a process that has copies of them, and waits for its end. Blocks,
  /// so not for the loop's thread.
  public static func close(_ numbers: [CInt]) {
    // A pipe: the new process continues when the other end is closed, even if this process dies.
    var gate: [CInt] = [-1, -1]
    guard pipe2(&gate, O_CLOEXEC) == 0 else { return closeHere(numbers) }
    let kept = (numbers + [gate[0]]).sorted()
    let process = close_in_process(kept, UInt32(kept.count), gate[0], gate[1])
    closeHere(numbers + gate)
    guard process > 0 else { return }
    // __WALL: the process sends no signal at its end, and wait4(2) returns such a clone only with
    // this flag.
    while waitpid(process, nil, 0x4000_0000) < 0, errno == EINTR {}
  }

  private static func closeHere(_ numbers: [CInt]) {
    for number in numbers { _ = Descriptor(owning: number) }
  }
}
