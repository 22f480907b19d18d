/// Why a level cannot be had.
public enum LevelError: Error, Hashable, Sendable {
  case percentOutOfRange(Double)
  case stepOfNothing
  case rawOutOfRange(Int, maximum: Int)
}

extension LevelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .percentOutOfRange, .stepOfNothing: "cannot use '\(found)': expected \(wanted)"
    case .rawOutOfRange: "cannot set 'raw:\(found)': expected \(wanted) on this light"
    }
  }

  /// The bare reason, for whoever says what could not be done.
  public var reason: String { "expected \(wanted), found \(found)" }

  private var wanted: String {
    switch self {
    case .percentOutOfRange: "a percentage from 0 to 100"
    case .stepOfNothing: "a step above zero"
    case .rawOutOfRange(_, let maximum): "a raw value from 0 to \(maximum)"
    }
  }

  private var found: String {
    switch self {
    case .percentOutOfRange(let percent): "\(percent)"
    case .stepOfNothing: "0"
    case .rawOutOfRange(let raw, _): "\(raw)"
    }
  }
}
