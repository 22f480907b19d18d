/// Who decides what a light shows: its base and the claims on it, of which each can change at the cost of a few.
///
/// The answer is that of `target(base:claims:range:)`.
public struct Arbitration: Equatable, Sendable {
  public var base: Base
  public var range: LightRange
  private var low = ClaimLane()
  private var normal = ClaimLane()
  private var high = ClaimLane()

  public init(base: Base, range: LightRange) {
    self.base = base
    self.range = range
  }

  public var verdict: Verdict {
    let start = ClaimLane.Answer(share: Fraction(base.target(in: range).share), decider: nil)
    let answer = high(normal(low(start)))
    return Verdict(answer.share, decider: answer.decider, base: base, range: range)
  }

  /// How many claims there are, those that stand aside included.
  public var count: Int { low.count + normal.count + high.count }

  /// The claims that count, in the order of the fold.
  public var claims: [ClaimInForce] { slots.filter(\.counts).map(\.claim) }

  var slots: [ClaimLane.Slot] { low.claims + normal.claims + high.claims }

  /// Puts a claim at its place, in the stead of one that is there.
  public mutating func put(_ claim: ClaimInForce) { put(claim, counts: true) }

  mutating func put(_ claim: ClaimInForce, counts: Bool) {
    self[claim.place.priority].put(claim, counts: counts)
  }

  public mutating func remove(_ place: ClaimInForce.Place) { self[place.priority].remove(place) }

  /// Lets the claim at a place stand aside, or count again.
  mutating func setCounts(_ counts: Bool, at place: ClaimInForce.Place) {
    guard let slot = self[place.priority][place], slot.counts != counts else { return }
    self[place.priority].put(slot.claim, counts: counts)
  }

  private subscript(priority: Priority) -> ClaimLane {
    _read {
      switch priority {
      case .low: yield low
      case .normal: yield normal
      case .high: yield high
      }
    }
    _modify {
      switch priority {
      case .low: yield &low
      case .normal: yield &normal
      case .high: yield &high
      }
    }
  }
}
