import EventLoop
import Glibc

/// The files and processes of the machine.
struct SystemView: Sendable {
  /// The entries of a directory; empty if it cannot be read.
  var names: @Sendable (String) -> [String]
  /// The beginning of a file; nil if it cannot be read.
  var text: @Sendable (String) -> String?
  /// access(2) with `F_OK`, `R_OK` or `W_OK`.
  var mayAccess: @Sendable (String, CInt) -> Bool
  /// The permissions of a file, as of chmod(1); nil if it does not exist.
  var mode: @Sendable (String) -> UInt32?
  var isRoot: Bool

  static let real = SystemView(
    names: { (try? Folder.names(in: $0)) ?? [] },
    text: { beginning(of: $0) },
    mayAccess: { access($0, $1) == 0 },
    mode: { path in
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    },
    isRoot: geteuid() == 0
  )

  func exists(_ path: String) -> Bool { mayAccess(path, F_OK) }

  /// Processes with the names that the kernel reports, of at most 15 characters.
  var processes: [(number: Int, name: String)] {
    names("/proc").compactMap(Int.init).sorted().compactMap { number in
      text("/proc/\(number)/comm").map { (number, String($0.prefix { $0 != "\n" })) }
    }
  }

  static func beginning(of path: String, bytes: Int = 16_384) -> String? {
    guard let file = try? Descriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 1) { buffer in
      guard let count = try? file.read(into: buffer) else { return nil }
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}

/// Names of processes and users; nil if unknown.
struct Names: Sendable {
  var ofProcess: @Sendable (Int) -> String? = { _ in nil }
  var ofUser: @Sendable (Int) -> String? = { _ in nil }

  /// Reads `/proc` and `/etc/passwd`; getpwuid(3) would load NSS modules. Users of a network directory have no name.
  static let ofSystem = Names(
    ofProcess: { number in
      guard let name = SystemView.beginning(of: "/proc/\(number)/comm"), name.count > 1 else { return nil }
      return String(name.dropLast())
    },
    ofUser: { number in SystemView.beginning(of: "/etc/passwd", bytes: 1 << 20).flatMap { user(number, in: $0) } }
  )

  /// Finds the name of a user in the text of a passwd(5) file.
  static func user(_ number: Int, in list: String) -> String? {
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count == 7, !fields[0].isEmpty, Int(fields[2]) == number { return String(fields[0]) }
    }
    return nil
  }
}
