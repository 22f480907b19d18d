import Model
import Testing

@testable import Brightness

@Suite struct OrderFreeTests {
  @Test(arguments: [
    [Rule.at(100), .most(30), .times(50)], [.at(20), .at(80), .least(50)], [.times(30), .times(70), .least(90)],
  ])
  func `after each end, in any order, the target is the fold over the remaining claims`(rules: [Rule]) {
    let range = range(96000)
    let base = Base(range.setting(raw: 12347))
    let claims = rules.enumerated().map { claim($1, at: $0) }

    for order in permutations(of: claims) {
      var arbitration = Arbitration(base: base, range: range)
      for claim in claims { arbitration.put(claim) }
      for (ended, claim) in order.enumerated() {
        arbitration.remove(claim.place.rank)
        #expect(arbitration.verdict == target(base: base, claims: order.dropFirst(ended + 1), range: range))
      }
      #expect(arbitration.verdict.target.raw == 12347)
    }
  }

  @Test(arguments: ranges() + [range(120)])
  func `after the last end every raw value is restored exactly`(range: LightRange) {
    var arbitration = Arbitration(base: Base(range.setting(raw: 0)), range: range)

    let wrong = rawValues(of: range).filter { $0 >= range.floor }.filter { raw in
      arbitration.base = Base(range.setting(raw: raw))
      arbitration.put(claim(.times(33.3), at: 1))
      arbitration.put(claim(.least(12.5), at: 2))
      arbitration.remove(rank(1))
      arbitration.remove(rank(2))
      return arbitration.verdict.target != range.setting(raw: raw)
    }

    #expect(wrong.isEmpty)
  }

  @Test func `ending a claim twice, or one that never began, changes nothing`() {
    let range = range(100)
    var arbitration = Arbitration(base: base(60, on: range), range: range)
    arbitration.put(claim(.most(30), at: 1))
    arbitration.put(claim(.most(20), at: 2))

    arbitration.remove(rank(2))
    arbitration.remove(rank(2))
    arbitration.remove(rank(7))

    #expect(arbitration.verdict.target.raw == 30)
    #expect(arbitration.claims.count == 1)
  }
}
