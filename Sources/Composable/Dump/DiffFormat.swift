/// The marks of a difference's lines.
public struct DiffFormat: Sendable {
  /// Before a line of the first value only.
  public let first: String
  /// Before a line of the second value only.
  public let second: String
  /// Before a line of both.
  public let both: String

  /// A format with marks of its own.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// What was is marked `-`, what is now `+`.
  public static let `default` = DiffFormat(first: "-", second: "+", both: " ")

  /// What was expected is marked `−`, what was found instead `+`.
  public static let expectedFirst = DiffFormat(first: "−", second: "+", both: " ")
}
