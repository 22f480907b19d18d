import EventLoop
import Glibc

/// What the program sees of the world around it: the environment, the screen, and who hears what it says.
public struct Surroundings: Sendable {
  let environment: [String: String]
  let screen: Screen
  /// Writes to the standard output, at once.
  let write: @Sendable (String) throws(SystemError) -> Void
  /// Writes a line to the standard error.
  let complain: @Sendable (String) -> Void
  /// What the program of a process is called; nil if nobody knows.
  let processName: @Sendable (Int) -> String?

  public init(
    environment: [String: String],
    screen: Screen,
    write: @escaping @Sendable (String) throws(SystemError) -> Void,
    complain: @escaping @Sendable (String) -> Void,
    processName: @escaping @Sendable (Int) -> String?
  ) {
    self.environment = environment
    self.screen = screen
    self.write = write
    self.complain = complain
    self.processName = processName
  }

  /// Those of the running process.
  public static func ofProcess() -> Surroundings {
    let environment = ownEnvironment()
    return Surroundings(
      environment: environment,
      screen: Screen(environment, columns: Screen.size(of: STDOUT_FILENO)?.columns),
      write: { (text) throws(SystemError) in try write(text, to: STDOUT_FILENO) },
      complain: { try? write("\($0)\n", to: STDERR_FILENO) },
      processName: { name(ofProcess: $0) }
    )
  }

  /// Says lines, or why they cannot be said.
  func say(_ lines: [String]) throws(Failure) {
    try put(lines.reduce(into: "") { $0 += "\($1)\n" })
  }

  /// Puts a text on the standard output, or says why it cannot be put there.
  func put(_ text: String) throws(Failure) {
    do throws(SystemError) {
      try write(text)
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
  }

  private static func write(_ text: String, to number: CInt) throws(SystemError) {
    let name = number == STDOUT_FILENO ? "standard output" : "standard error"
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try systemCall("write", name) {
        rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Others may have set their end of a pipe, and with it ours, not to wait.
  private static func waitForRoom(_ number: CInt) {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }

  private static func name(ofProcess number: Int) -> String? {
    guard let name = Outside.beginning(of: "/proc/\(number)/comm"), name.count > 1 else { return nil }
    return String(name.dropLast())
  }

  private static func ownEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let variable = next.pointee {
      if let sign = strchr(variable, CInt(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: variable, count: UnsafePointer(sign) - UnsafePointer(variable))
        variables[String(decoding: name, as: UTF8.self)] = String(cString: sign + 1)
      }
      next = next.successor()
    }
    return variables
  }
}
