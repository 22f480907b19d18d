extension LightRange {
  private static let stepsPerSecond = 30
  /// Longer ways take larger steps, which are still too small to be seen.
  private static let mostSteps = 1800

  /// The raw values on the way from one to another, evenly spaced on the light's own scale, each another one, the last of
  /// them the goal. A way that is too short for steps has the goal alone.
  public func steps(from start: Int, to goal: Int, in duration: Duration) -> [Int] {
    let count = min(max(duration / .seconds(1), 0) * Double(Self.stepsPerSecond), Double(Self.mostSteps))
    let (first, last) = (Int128(share(of: start).units), Int128(share(of: goal).units))
    let parts = Int128(count)
    var steps: [Int] = []
    for part in 1..<max(parts, 1) {
      let step = raw(of: Share(units: UInt64(first + (last - first) * part / parts)))
      if step != steps.last ?? start, step != goal { steps.append(step) }
    }
    return steps + [goal]
  }
}
