import BrightnessModel
import Guarantees
import RandomHistories
import Testing

@testable import Brightness

@Suite(.tags(.pureTarget)) struct ClaimStackModelTests {
  @Test(arguments: historySeeds(5))
  func `the verdict is the fold over all claims, independent of insertions and removals`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let range = random.range()
      let history = (0..<random.one(of: [10, 60, 300])).map { _ in ClaimStep(&random, range: range) }

      if let difference = difference(in: history, on: range) {
        let shortest = shrunk(history) { self.difference(in: $0, on: range) != nil }
        Issue.record("seed \(seed): \(difference), on \(range) after \(shortest)")
        return
      }
    }
  }

  @Test(arguments: historySeeds(2))
  func `the verdict is the fold over thousands of claims`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let range = range(96000)
    let base = base(60, on: range)
    var stack = ClaimStack()
    var claims: [ClaimInForce.Place: ClaimInForce] = [:]

    for number in 0..<3000 {
      let next = claim(random.rule(), random.one(of: Priority.allCases), at: random.number(below: 3000))
      stack.put(next)
      claims[next.place] = next
      if number % 100 == 0 {
        let expected = target(base: base, claims: claims.values, range: range)
        #expect(stack.verdict(on: base, in: range) == expected, "seed \(seed)")
      }
    }
    for (number, removed) in claims.keys.shuffled(using: &random).enumerated() {
      stack.remove(removed.rank)
      claims[removed] = nil
      if number % 100 == 0 {
        let expected = target(base: base, claims: claims.values, range: range)
        #expect(stack.verdict(on: base, in: range) == expected, "seed \(seed)")
      }
    }

    #expect(stack.verdict(on: base, in: range).target == base.setting)
    #expect(stack.isEmpty)
  }

  @Test func `equal claims make equal stacks, independent of history`() {
    var left = ClaimStack()
    var right = left
    for number in 1...40 { left.put(claim(.most(Double(number)), at: number)) }
    for number in 3...40 { left.remove(rank(number)) }
    for number in [2, 1] { right.put(claim(.most(Double(number)), at: number)) }

    #expect(left == right)
  }

  private func difference(in history: [ClaimStep], on range: LightRange) -> String? {
    var base = Base(range.setting(raw: range.maximum))
    var stack = ClaimStack()
    var claims: [ClaimInForce.Place: ClaimInForce] = [:]
    for step in history {
      switch step {
      case .put(let claim):
        stack.put(claim)
        claims[claim.place] = claim
      case .remove(let rank):
        stack.remove(rank)
        claims[ClaimInForce.Place(rank)] = nil
      case .base(let other):
        base = other
      }
      let expected = target(base: base, claims: claims.values, range: range)
      let verdict = stack.verdict(on: base, in: range)
      if verdict != expected { return "\(verdict) in place of \(expected)" }
      if stack.claims != claims.values.sorted(by: { $0.place < $1.place }) { return "other claims" }
    }
    return nil
  }
}

private enum ClaimStep {
  case put(ClaimInForce)
  case remove(SceneRank)
  case base(Base)

  init(_ random: inout SeededRandom, range: LightRange) {
    let priority = random.one(of: Priority.allCases)
    let appearance = random.number(below: 40)
    switch random.number(below: 9) {
    case 0...3: self = .put(claim(random.rule(), priority, at: appearance))
    case 4...6: self = .remove(rank(appearance, priority))
    default:
      let raw = Int.random(in: 0...range.maximum, using: &random)
      let whole = percent(Double(random.number(below: 11) * 10))
      let setting = random.oneIn(2) ? range.setting(whole) : range.setting(raw: raw)
      self = .base(Base(setting, allowsOff: random.oneIn(4)))
    }
  }
}
