import EventLoop
import Glibc

/// What the program sees of the world around it: the environment, the screen, and who hears what it says.
public struct Surroundings: Sendable {
  /// What a variable of the environment says; nil where there is none.
  let variable: @Sendable (String) -> String?
  let screen: Screen
  /// Writes to the standard output, at once.
  let write: @Sendable (String) throws(SystemError) -> Void
  /// Writes a line to the standard error.
  let complain: @Sendable (String) -> Void
  let names: Names
  /// The last words of the command line as the program was given them: names of files need not be text.
  let asGiven: @Sendable ([String]) -> [[CChar]]

  private static let longestComplaint = 4096

  public init(
    variable: @escaping @Sendable (String) -> String?,
    screen: Screen,
    write: @escaping @Sendable (String) throws(SystemError) -> Void,
    complain: @escaping @Sendable (String) -> Void,
    names: Names,
    asGiven: @escaping @Sendable ([String]) -> [[CChar]] = { $0.map { Array($0.utf8CString) } }
  ) {
    self.variable = variable
    self.screen = screen
    self.write = write
    self.complain = complain
    self.names = names
    self.asGiven = asGiven
  }

  /// Those of the running process.
  public static func ofProcess() -> Surroundings {
    Surroundings(
      variable: { value(ofVariable: $0) },
      screen: Screen(columns: Screen.size(of: STDOUT_FILENO)?.columns) { value(ofVariable: $0) },
      write: { (text) throws(SystemError) in try write(text, to: STDOUT_FILENO) },
      complain: { try? write("\($0.inOneLine(atMost: longestComplaint))\n", to: STDERR_FILENO) },
      names: .real,
      asGiven: { words in
        let given = CommandLine.argc - CInt(words.count)..<CommandLine.argc
        return given.map { index in
          let word = CommandLine.unsafeArgv[Int(index)]!
          return Array(UnsafeBufferPointer(start: word, count: strlen(word) + 1))
        }
      }
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
      do throws(SystemError) {
        let count = try systemCall("write", name) {
          rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(count)
      } catch {
        guard error.code.isWouldBlock else { throw error }
        waitForRoom(number)
      }
    }
  }

  /// Others may have set their end of a pipe, and with it ours, not to wait.
  private static func waitForRoom(_ number: CInt) {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }

  private static func value(ofVariable name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
