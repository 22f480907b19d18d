import Foundation

/// A program that ran to its end: its exit status, and the lines that it printed.
struct Run {
  let status: Int32
  let output: [String]
  let errors: [String]

  /// Runs a program that lies beside that of the tests.
  init(_ name: String, _ arguments: String...) throws {
    let program = Process()
    program.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: name)
    program.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    program.standardOutput = output
    program.standardError = errors
    try program.run()
    // One after another: what is printed fits into a pipe.
    self.output = try Self.lines(output)
    self.errors = try Self.lines(errors)
    program.waitUntilExit()
    status = program.terminationStatus
  }

  private static func lines(_ pipe: Pipe) throws -> [String] {
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
