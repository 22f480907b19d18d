/// A mistake in a configuration file.
public struct ConfigProblem: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// Nil if the problem is the whole file.
  public let line: Int?
  /// The problem without its place.
  public let sentence: String
  public let effect: Effect

  public enum Effect: Sendable {
    /// A reload is refused.
    case refused
    /// A reload applies the rest; the file has to be corrected.
    case incomplete
    /// A reload applies the rest: another version may know the section or key.
    case skipped
  }

  public init(file: String, line: Int?, sentence: String, effect: Effect) {
    self.file = file
    self.line = line
    self.sentence = sentence
    self.effect = effect
  }

  public var isError: Bool { effect == .refused }

  public var description: String { line.map { "\(file):\($0): \(sentence)" } ?? sentence }
}

extension Log {
  public func callAsFunction(_ problems: [ConfigProblem]) {
    for problem in problems { self(problem.isError ? .error : .warning, "\(problem)") }
  }
}
