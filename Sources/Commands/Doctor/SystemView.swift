import EventLoop
import Glibc

/// What anybody can see of the machine without the daemon.
struct Outside: Sendable {
  /// What a folder holds; nothing where it cannot be read.
  var names: @Sendable (String) -> [String]
  /// The beginning of a file; nil where it cannot be read.
  var text: @Sendable (String) -> String?
  /// Whether this user may do something with a file: `F_OK`, `R_OK`, `W_OK`.
  var may: @Sendable (String, CInt) -> Bool
  /// Who may do what with a file or folder, as chmod(1) has it; nil where it is not there.
  var mode: @Sendable (String) -> UInt32?
  var isRoot: Bool

  /// That of the running machine.
  static let real = Outside(
    names: { (try? Folder.names(in: $0)) ?? [] },
    text: { beginning(of: $0) },
    may: { access($0, $1) == 0 },
    mode: { path in
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    },
    isRoot: geteuid() == 0
  )

  func isThere(_ path: String) -> Bool { may(path, F_OK) }

  /// Processes by their number, and what their programs are called, as far as the kernel says: 15 letters at most.
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

/// What people call processes and users.
public struct Names: Sendable {
  /// What the program of a process is called; nil if nobody knows.
  let ofProcess: @Sendable (Int) -> String?
  /// What a user is called; nil if the machine's own list has no such user.
  let ofUser: @Sendable (Int) -> String?

  public init(
    ofProcess: @escaping @Sendable (Int) -> String? = { _ in nil },
    ofUser: @escaping @Sendable (Int) -> String? = { _ in nil }
  ) {
    self.ofProcess = ofProcess
    self.ofUser = ofUser
  }

  /// Those of the running machine. A user of the network is not in its list, and has a number alone.
  static let real = Names(
    ofProcess: { number in
      guard let name = Outside.beginning(of: "/proc/\(number)/comm"), name.count > 1 else { return nil }
      return String(name.dropLast())
    },
    ofUser: { number in Outside.beginning(of: "/etc/passwd", bytes: 1 << 20).flatMap { user(number, in: $0) } }
  )

  /// The name of a user in a list as passwd(5) has it.
  static func user(_ number: Int, in list: String) -> String? {
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count == 7, !fields[0].isEmpty, Int(fields[2]) == number { return String(fields[0]) }
    }
    return nil
  }
}
