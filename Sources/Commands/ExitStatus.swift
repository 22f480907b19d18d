/// What the program says to whoever has called it.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  public static let done = ExitStatus(rawValue: 0)
  /// Refused or failed.
  public static let refused = ExitStatus(rawValue: 1)
  public static let misused = ExitStatus(rawValue: 2)
  /// The daemon cannot be reached.
  public static let unreachable = ExitStatus(rawValue: 3)
  public static let noSuchLight = ExitStatus(rawValue: 4)
}
