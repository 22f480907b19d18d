/// Why a level cannot be had.
public enum LevelError: Error, Hashable, Sendable {
  case unreadable(String, Expectation)
  case percentOutOfRange(Double)
  case stepOfNothing
  case rawOutOfRange(Int, maximum: Int)

  /// What should have stood in the place of a text.
  public enum Expectation: Error, Hashable, Sendable {
    case level, percent, decimals, percentInRange, rawNumber, rawInRange, step
  }
}

extension LevelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let text, let expectation):
      "cannot read '\(Self.shown(text))': \(expectation)"
    case .percentOutOfRange(let percent):
      "cannot use '\(percent)': \(Expectation.percentInRange)"
    case .stepOfNothing:
      "cannot use '0': \(Expectation.step)"
    case .rawOutOfRange(let raw, let maximum):
      "cannot set 'raw:\(raw)': expected a raw value from 0 to \(maximum) on this light"
    }
  }

  /// One line, however long and strange the text is.
  private static func shown(_ text: String) -> String {
    let longest = 40
    let scalars = text.unicodeScalars.prefix(longest + 1)
    let shown = scalars.prefix(longest).map { $0.escaped(asASCII: true) }.joined()
    return scalars.count > longest ? shown + "…" : shown
  }
}

extension LevelError.Expectation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .level: "expected a level such as 40%, 50.5%, +5%, -5%, raw:1234, raw:+1, max or min"
    case .percent: "expected a percentage such as 40%, 50.5%, +5% or -5%"
    case .decimals: "expected at most six decimals"
    case .percentInRange: "expected a percentage from 0 to 100"
    case .rawNumber: "expected a raw value such as raw:1234, raw:+1 or raw:-1"
    case .rawInRange: "expected a raw value from 0 to \(LightRange.widest)"
    case .step: "expected a step above zero"
    }
  }
}
