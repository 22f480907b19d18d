import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.orderFree)) struct ClaimEndOrderTests {
  @Test(arguments: [
    [Rule.at(100), .most(30), .times(50)], [.at(20), .at(80), .least(50)], [.times(30), .times(70), .least(90)],
  ])
  func `after each end, in any order, the target is the fold over the remaining claims`(rules: [Rule]) {
    let range = range(96000)
    let base = Base(range.setting(raw: 12347))
    let claims = rules.enumerated().map { claim($1, at: $0) }

    for order in permutations(of: claims) {
      var stack = ClaimStack()
      for claim in claims { stack.put(claim) }
      for (ended, claim) in order.enumerated() {
        stack.remove(claim.place.rank)
        let expected = target(base: base, claims: order.dropFirst(ended + 1), range: range)
        #expect(stack.verdict(on: base, in: range) == expected)
      }
      #expect(stack.verdict(on: base, in: range).target.raw == 12347)
    }
  }

  @Test(arguments: ranges() + [range(120)])
  func `after the last end every raw value is restored exactly`(range: LightRange) {
    var stack = ClaimStack()

    let wrong = rawValues(of: range).filter { $0 >= range.floor }.filter { raw in
      stack.put(claim(.times(33.3), at: 1))
      stack.put(claim(.least(12.5), at: 2))
      stack.remove(rank(1))
      stack.remove(rank(2))
      let base = Base(range.setting(raw: raw))
      return stack.verdict(on: base, in: range).target != base.setting
    }

    #expect(wrong.isEmpty)
  }
}
