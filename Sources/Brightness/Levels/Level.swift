/// How bright a light should be, in the words of a person.
public enum Level: Hashable, Sendable {
  case share(Share)
  case raw(Int)
  case up(Step)
  case down(Step)

  public enum Step: Hashable, Sendable {
    case share(Share)
    case raw(Int)
  }
}

extension Level {
  /// A step by so many per cent, down if negative.
  public static func change(percent: Double) throws(LevelError) -> Level {
    guard percent.magnitude <= 100 else { throw .percentOutOfRange(percent) }
    let share = try Share(percent: percent.magnitude)
    guard share > .nothing else { throw .stepOfNothing }
    return percent < 0 ? .down(.share(share)) : .up(.share(share))
  }

  /// A step by so many of the light's own, down if negative.
  public static func change(raw: Int) throws(LevelError) -> Level {
    guard raw != 0 else { throw .stepOfNothing }
    let step = Step.raw(Int(clamping: raw.magnitude))
    return raw < 0 ? .down(step) : .up(step)
  }
}

extension Level {
  /// Whether it leads from where the light is.
  var isStep: Bool {
    switch self {
    case .up, .down: true
    case .share, .raw: false
    }
  }
}
