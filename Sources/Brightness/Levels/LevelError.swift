/// Why a level cannot be had.
public enum LevelError: Error, Hashable, Sendable {
  case percentOutOfRange(Double)
  case stepOfNothing
  case rawOutOfRange(Int, maximum: Int)
}

extension LevelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .percentOutOfRange(let percent):
      "cannot use '\(percent)': expected a percentage from 0 to 100"
    case .stepOfNothing:
      "cannot use '0': expected a step above zero"
    case .rawOutOfRange(let raw, let maximum):
      "cannot set 'raw:\(raw)': expected a raw value from 0 to \(maximum) on this light"
    }
  }

  /// The bare reason, for whoever says what could not be done.
  public var reason: String {
    switch self {
    case .percentOutOfRange(let percent): "expected a percentage from 0 to 100, found \(percent)"
    case .stepOfNothing: "expected a step above zero, found 0"
    case .rawOutOfRange(let raw, let maximum): "expected a raw value from 0 to \(maximum), found \(raw)"
    }
  }
}
