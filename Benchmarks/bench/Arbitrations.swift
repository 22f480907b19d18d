import Brightness
import BrightnessEventLoop
import BrightnessModel

/// The cost of a claim's end or start, with the light's new target, among few and among many
/// claims.
///
/// Among a thousand times as many it may cost a thousand times as much if each of them counts, and
/// hardly more if most of them do not.
@Sendable func arbitrations(_ loop: EventLoop) async -> [Figure] {
  await figures(of: mixedRule, named: "arbitrate", mostAmongFew: 0.06, mostAmongMany: 5, loop)
    + figures(of: scaledRule, named: "arbitrate_scaled", mostAmongFew: 0.12, mostAmongMany: 1_200, loop)
}

private func figures(
  of rule: (Int) -> Rule,
  named name: String,
  mostAmongFew: Double,
  mostAmongMany: Double,
  _ loop: EventLoop
) async -> [Figure] {
  let few = await byTurns {
    changes(among: 10, rule: rule)
  } floor: {
    await bareTask(loop)
  }
  let many = await byTurns {
    changes(among: 10_000, rule: rule)
  } floor: {
    changes(among: 10, rule: rule)
  }
  return [
    Figure(name: "\(name)_10_ns", value: few.cost, limit: .atMost(mostAmongFew * few.floor), floor: few.floor),
    Figure(name: "\(name)_10000_ns", value: many.cost, limit: .atMost(mostAmongMany * many.floor), floor: many.floor),
  ]
}

private func changes(among count: Int, rule: (Int) -> Rule) -> Double {
  guard let range = LightRange(maximum: 96_000, scale: .linear, kind: .panel) else { return .nan }
  let base = Base(range.setting(raw: 57_600))
  var stack = ClaimStack()
  var claims = (0..<count).map { claim(rule($0), at: $0) }
  for claim in claims { stack.put(claim) }
  var random = 1
  let round = nanosecondsEach(of: 2_000) { round in
    random = (random &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
    let chosen = random % count
    stack.remove(claims[chosen].place.rank)
    consume(stack.verdict(on: base, in: range))
    claims[chosen] = claim(rule(random), at: count + round)
    stack.put(claims[chosen])
    consume(stack.verdict(on: base, in: range))
  }
  return round / 2
}

private func claim(_ rule: Rule, at appearance: Int) -> ClaimInForce {
  let key = SceneKey(session: SessionID(appearance), scene: SceneID(1))
  return ClaimInForce(rule, key: key, place: ClaimInForce.Place(SceneRank(.normal, appearance: appearance)))
}

private func mixedRule(_ number: Int) -> Rule {
  let share = share(number)
  switch number / 101 % 4 {
  case 0: return .exactly(share)
  case 1: return .atLeast(share)
  case 2: return .atMost(share)
  default: return .scaled(share)
  }
}

/// The worst case: no claim makes those before it irrelevant.
private func scaledRule(_ number: Int) -> Rule {
  .scaled((try? Share(percent: 99.99 + Double(number % 100) / 10_000)) ?? .all)
}

private func share(_ number: Int) -> Share {
  (try? Share(percent: Double(number % 101))) ?? .all
}
