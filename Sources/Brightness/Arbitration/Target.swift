/// What a light should show: its base, run through the claims in the order of their places.
///
/// A claim decides if it is the last that moved the share. `exactly` always moves it, and so does any scale but the whole; a
/// limit moves only what lies beyond it, unless it leaves a single level: then it is that level. This is the definition; `Arbitration` gives the same answer without asking everybody.
public func target(base: Base, claims: some Sequence<ClaimInForce>, range: LightRange) -> Verdict {
  var share = Fraction(base.target(in: range).share)
  var decider: ClaimOwner?
  for claim in claims.sorted(by: { $0.place < $1.place }) {
    guard let moved = claim.wish.moved(share) else { continue }
    share = moved
    decider = claim.owner
  }
  return Verdict(share, decider: decider, base: base, range: range)
}

extension Wish {
  /// Where a share is moved to, if it is.
  fileprivate func moved(_ share: Fraction) -> Fraction? {
    switch reduced {
    case .exactly(let level): Fraction(level)
    case .atLeast(let limit): share < Fraction(limit) ? Fraction(limit) : nil
    case .atMost(let limit): share > Fraction(limit) ? Fraction(limit) : nil
    case .scaled(let factor): factor == .all ? nil : share * Fraction(factor)
    }
  }
}
