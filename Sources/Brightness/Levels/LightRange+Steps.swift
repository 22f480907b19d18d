/// A raw value on a way, and for how long it is shown before the next.
public struct LightStep: Hashable, Sendable {
  public let raw: Int
  public let lasts: Duration

  public init(_ raw: Int, lasts: Duration = .zero) {
    self.raw = raw
    self.lasts = lasts
  }
}

extension LightRange {
  private static let stepsPerSecond = 30
  /// Longer ways take larger steps, which are still too small to be seen, or wait longer at each.
  private static let mostSteps = 1800

  /// The raw values on the way from one to another, evenly in time on the light's own scale, each another one. The first comes at once,
  /// and the goal when the time is over; on a way that is too short for steps it comes at once.
  public func steps(from start: Int, to goal: Int, in duration: Duration) -> [LightStep] {
    let parts = Int(min(max(duration / .seconds(1), 0) * Double(Self.stepsPerSecond), Double(Self.mostSteps)))
    var reached: [(raw: Int, part: Int)] = []
    for part in 1..<max(parts, 1) {
      let step = raw(of: share(of: part, of: parts, from: start, to: goal))
      if step != reached.last?.raw ?? start, step != goal { reached.append((step, part)) }
    }
    guard let first = reached.first?.part else { return [LightStep(goal)] }
    let ends = reached.dropFirst().map(\.part) + [parts]
    return zip(reached, ends).map { step, end in
      LightStep(step.raw, lasts: duration * (end - step.part) / (parts - first))
    } + [LightStep(goal)]
  }

  private func share(of part: Int, of parts: Int, from start: Int, to goal: Int) -> Share {
    let (first, last) = (Int128(share(of: start).units), Int128(share(of: goal).units))
    return Share(units: UInt64(first + (last - first) * Int128(part) / Int128(parts)))
  }
}
