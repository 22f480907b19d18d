/// A function from shares to shares, `min(high, max(low, factor · x))`, that knows which claim each of its answers comes from.
///
/// Whatever a claim does is such a function, and so is one after another. That makes a sequence of claims a single value,
/// and any two neighbouring sequences one.
struct ScaledClamp: Hashable, Sendable {
  /// The claim that an answer comes from, by its slot; none where the answer is what came in.
  typealias Source = Int32
  static let untouched: Source = -1

  static let identity = ScaledClamp(factor: .one, low: .zero, high: .one)

  private let factor: Fraction
  private let low: Fraction
  private let high: Fraction
  private var factorSource = untouched
  private var lowSource = untouched
  private var highSource = untouched

  private init(factor: Fraction, low: Fraction, high: Fraction) {
    self.factor = factor
    self.low = low
    self.high = high
  }

  private init(always level: Fraction, source: Source) {
    self.init(factor: .zero, low: level, high: level)
    (factorSource, lowSource, highSource) = (source, source, source)
  }

  init(_ wish: Wish, source: Source) {
    switch wish.reduced {
    case .exactly(let level):
      self.init(always: Fraction(level), source: source)
    case .atLeast(let limit):
      self.init(factor: .one, low: Fraction(limit), high: .one)
      lowSource = source
    case .atMost(let limit):
      self.init(factor: .one, low: .zero, high: Fraction(limit))
      highSource = source
    case .scaled(let share):
      self.init(factor: Fraction(share), low: .zero, high: .one)
      factorSource = share == .all ? Self.untouched : source
    }
  }

  func callAsFunction(_ share: Fraction) -> (share: Fraction, source: Source) {
    limited(factor * share, otherwise: factorSource)
  }

  private func limited(_ scaled: Fraction, otherwise source: Source) -> (share: Fraction, source: Source) {
    if scaled < low { return (low, lowSource) }
    if scaled > high { return (high, highSource) }
    return (scaled, source)
  }

  /// This function, and the other one on what it gives.
  func then(_ next: ScaledClamp) -> ScaledClamp {
    let lowest = low * next.factor
    let highest = high * next.factor
    if lowest > next.high { return ScaledClamp(always: next.high, source: next.highSource) }
    if highest < next.low { return ScaledClamp(always: next.low, source: next.lowSource) }
    let isScaled = next.factorSource != Self.untouched
    let (low, lowSource) = next.limited(lowest, otherwise: isScaled ? next.factorSource : self.lowSource)
    let (high, highSource) = next.limited(highest, otherwise: isScaled ? next.factorSource : self.highSource)
    var both = ScaledClamp(factor: factor * next.factor, low: low, high: high)
    both.lowSource = lowSource
    both.highSource = highSource
    both.factorSource = isScaled ? next.factorSource : factorSource
    return both
  }
}
