/// How a program ran to its end, and all that it printed.
public struct Run {
  public let output: String
  /// Or the signal that killed it, less than nothing.
  public let status: CInt

  /// Runs a program that lies beside that of the tests, or one with a path.
  public init(_ words: [String], errors: Program.Errors = .included) throws {
    let program = try Program(words, errors: errors)
    output = try program.waitForOutput()
    status = program.waitForEnd()
  }

  /// The lines that it printed.
  public var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
