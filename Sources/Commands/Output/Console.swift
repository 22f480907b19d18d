import BrightnessEventLoop
import BrightnessVarlink
import Glibc

/// The standard streams, arguments and environment of this process.
package enum Console {
  package static let screen = Screen(columns: Screen.size(of: STDOUT_FILENO)?.columns, variable)

  package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The last arguments as bytes: file names need not be UTF-8.
  static func rawArguments(last count: Int) -> [[CChar]] {
    (CommandLine.argc - CInt(count)..<CommandLine.argc).map { index in
      let argument = CommandLine.unsafeArgv[Int(index)]!
      return Array(UnsafeBufferPointer(start: argument, count: strlen(argument) + 1))
    }
  }

  /// Prints lines. They may contain names and reasons from other programs, so control characters
  /// are escaped.
  package static func print(_ lines: [String]) throws(Failure) {
    try write(lines.map { "\($0.printable)\n" }.joined())
  }

  /// Writes a text of this program without escaping.
  package static func write(_ text: String) throws(Failure) {
    try converting(Failure.init) { () throws(SystemError) in try write(text, to: STDOUT_FILENO) }
  }

  /// Prints one line on the standard error, with control characters escaped. The name of the
  /// program comes first, since a log has lines from many programs.
  package static func printError(_ message: String, by program: String? = Grammar.program) {
    let name = program.map { "\($0): " } ?? ""
    try? write("\(name)\(message.inOneLine(atMost: 4096))\n", to: STDERR_FILENO)
  }

  /// Prints a failure in the format of the output: a script that asked for JSON finds the error
  /// where it expects the result.
  package static func printError(_ failure: Failure, asJSON: Bool, by program: String? = Grammar.program) {
    guard asJSON else { return printError(failure.message, by: program) }
    try? print([JSONLine.text(("error", failure))])
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
        // Another process may have made its end of the pipe, and with it ours, non-blocking.
        guard error.code.isWouldBlock else { throw error }
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      }
    }
  }
}

package enum JSONLine {
  package typealias Field = (name: String, value: (any JSONWritable)?)

  static let version = 1

  /// The output of `--json`: the fields that are not nil, after the version of the format.
  package static func text(_ fields: Field...) -> String { text(fields) }

  package static func text(_ fields: [Field]) -> String { object([("version", version)] + fields) }

  package static func object(_ fields: [Field]) -> String {
    var writer = JSONWriter()
    writer.object { $0.write(fields) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes the fields of an object that are not nil.
  package mutating func write(_ fields: [JSONLine.Field]) {
    for field in fields {
      guard let value = field.value else { continue }
      key(field.name)
      value.write(to: &self)
    }
  }
}
