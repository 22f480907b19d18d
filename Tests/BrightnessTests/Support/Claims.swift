import BrightnessModel
import RandomHistories

@testable import Brightness

func key(_ session: Int, _ scene: Int = 1) -> SceneKey {
  SceneKey(session: SessionID(session), scene: SceneID(scene))
}

func rank(_ appearance: Int, _ priority: Priority = .normal) -> SceneRank {
  SceneRank(priority, appearance: appearance)
}

func claim(_ rule: Rule, _ priority: Priority = .normal, at appearance: Int) -> ClaimInForce {
  ClaimInForce(rule, key: key(appearance), place: ClaimInForce.Place(rank(appearance, priority)))
}

func base(_ percentage: Double, on range: LightRange) -> Base {
  Base(range.setting(percent(percentage)))
}

/// Folds claims over a base level; the definition that `ClaimStack` is tested against.
///
/// A claim decides if it is the last that moved the share. `exactly` always moves it, and so does
/// any `scaled` but 100 %; a limit moves only what lies beyond it, unless it leaves a single level.
func target(base: Base, claims: some Sequence<ClaimInForce>, range: LightRange) -> Verdict {
  var share = Fraction(base.target(in: range).share)
  var decider: SceneKey?
  for claim in claims.sorted(by: { $0.place < $1.place }) {
    guard let moved = claim.rule.moved(share) else { continue }
    share = moved
    decider = claim.key
  }
  return Verdict(share, decider: decider, base: base, range: range)
}

extension Rule {
  static func at(_ number: Double) -> Rule { .exactly(percent(number)) }
  static func least(_ number: Double) -> Rule { .atLeast(percent(number)) }
  static func most(_ number: Double) -> Rule { .atMost(percent(number)) }
  static func times(_ number: Double) -> Rule { .scaled(percent(number)) }
}

extension SeededRandom {
  mutating func rule() -> Rule {
    let share = percent(oneIn(4) ? Double(number(below: 1001)) / 10 : Double(number(below: 11) * 10))
    return one(of: [.exactly(share), .atLeast(share), .atMost(share), .scaled(share)])
  }

  mutating func range() -> LightRange {
    BrightnessTests.range(one(of: maxima), one(of: LightKind.allCases), one(of: Scale.allCases))
  }
}
