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
