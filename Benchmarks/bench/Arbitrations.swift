import Brightness
import EventLoop
import Model

/// The cost of a claim's end or start, with the light's new target, among few and among many
/// claims.
///
/// Among a thousand times as many it may cost a thousand times as much if each of them counts, and
/// hardly more if most of them do not.
@Sendable func arbitrations(_ loop: EventLoop) async -> [Figure] {
  let baseline = await bareTask(loop)
  let few = await medianOfFive { changes(among: 10, rule: mixedRule) }
  let many = await medianOfFive { changes(among: 10_000, rule: mixedRule) }
  let fewScaled = await medianOfFive { changes(among: 10, rule: scaledRule) }
  let manyScaled = await medianOfFive { changes(among: 10_000, rule: scaledRule) }
  return [
    Figure(name: "arbitrate_10_ns", value: few, limit: .atMost(0.06 * baseline), floor: baseline),
    Figure(name: "arbitrate_10000_ns", value: many, limit: .atMost(5 * few), floor: few),
    Figure(name: "arbitrate_scaled_10_ns", value: fewScaled, limit: .atMost(0.12 * baseline), floor: baseline),
    Figure(name: "arbitrate_scaled_10000_ns", value: manyScaled, limit: .atMost(1_200 * fewScaled), floor: fewScaled),
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
