/// A brightness as a user or client states it: absolute, or relative to the current one.
public enum Level: Hashable, Codable, Sendable {
  case share(Share)
  case raw(Int)
  case up(Step)
  case down(Step)

  public enum Step: Hashable, Codable, Sendable {
    case share(Share)
    case raw(Int)
  }

  /// Whether the result depends on the current setting.
  public var isStep: Bool {
    switch self {
    case .up, .down: true
    case .share, .raw: false
    }
  }

  /// A step in percent, downwards if negative.
  public static func change(percent: Double) throws(LevelError) -> Level {
    guard percent.magnitude <= 100 else { throw .percentOutOfRange(percent) }
    let share = try Share(percent: percent.magnitude)
    guard share > .nothing else { throw .zeroStep }
    return percent < 0 ? .down(.share(share)) : .up(.share(share))
  }

  /// A step in raw values, downwards if negative.
  public static func change(raw: Int) throws(LevelError) -> Level {
    guard raw != 0 else { throw .zeroStep }
    let step = Step.raw(Int(clamping: raw.magnitude))
    return raw < 0 ? .down(step) : .up(step)
  }
}

/// Reasons why a level is invalid, in general or on one light.
public enum LevelError: Error, Hashable, Sendable, CustomStringConvertible {
  case percentOutOfRange(Double)
  case zeroStep
  case rawOutOfRange(Int, maximum: Int)

  public var description: String {
    let (wanted, found) = parts
    if case .rawOutOfRange = self { return "cannot set 'raw:\(found)': expected \(wanted) on this light" }
    return "cannot use '\(found)': expected \(wanted)"
  }

  /// The reason alone, for a caller that names the failed request itself.
  public var reason: String { "expected \(parts.wanted), found \(parts.found)" }

  private var parts: (wanted: String, found: String) {
    switch self {
    case .percentOutOfRange(let percent): ("a percentage from 0 to 100", "\(percent)")
    case .zeroStep: ("a step above zero", "0")
    case .rawOutOfRange(let raw, let maximum): ("a raw value from 0 to \(maximum)", "\(raw)")
    }
  }
}
