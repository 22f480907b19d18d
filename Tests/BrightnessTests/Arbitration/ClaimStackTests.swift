import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.pureTarget)) struct ClaimStackTests {
  let hundred = range(100)

  /// Over a base level of 60 %.
  private func verdict(_ claims: [ClaimInForce]) -> Verdict {
    target(base: base(60, on: hundred), claims: claims, range: hundred)
  }

  private func shown(_ claims: [ClaimInForce]) -> Double { verdict(claims).target.share.percent }

  private func decider(_ claims: [ClaimInForce]) -> Int? { verdict(claims).decider?.session.number }

  @Test(
    arguments: [
      ([], 60), ([claim(.at(37), at: 1)], 37), ([claim(.least(80), at: 1)], 80), ([claim(.least(30), at: 1)], 60),
      ([claim(.most(30), at: 1)], 30), ([claim(.most(80), at: 1)], 60), ([claim(.times(50), at: 1)], 30),
    ] as [([ClaimInForce], Double)]
  )
  func `each rule computes its target from the base`(claims: [ClaimInForce], percentage: Double) {
    #expect(shown(claims) == percentage)
  }

  @Test(
    arguments: [
      ([claim(.at(100), .high, at: 1), claim(.at(20), .low, at: 2)], 100),
      ([claim(.at(100), .low, at: 2), claim(.most(30), .normal, at: 1)], 30),
      ([claim(.at(100), at: 2), claim(.at(20), at: 1)], 100),
      ([claim(.most(30), at: 2), claim(.at(100), at: 1)], 30),
      ([claim(.most(30), at: 1), claim(.at(100), at: 2)], 100),
      ([claim(.most(50), at: 1), claim(.times(50), at: 2), claim(.least(20), at: 3)], 25),
      ([claim(.most(30), at: 1), claim(.times(50), at: 2), claim(.least(20), at: 3)], 20),
      ([claim(.least(80), at: 1), claim(.most(40), at: 2)], 40),
    ] as [([ClaimInForce], Double)]
  )
  func `claims apply one after another, by priority and then by appearance`(claims: [ClaimInForce], percentage: Double)
  {
    #expect(shown(claims) == percentage)
  }

  @Test func `the last claim that changed the level is the decider`() {
    #expect(decider([]) == nil)
    #expect(decider([claim(.at(60), at: 1)]) == 1)
    #expect(decider([claim(.most(80), at: 1)]) == nil)
    #expect(decider([claim(.most(60), at: 1), claim(.least(60), at: 2)]) == nil)
    #expect(decider([claim(.at(100), at: 1), claim(.most(100), at: 2)]) == 1)
    #expect(decider([claim(.at(100), at: 1), claim(.times(50), at: 2), claim(.most(70), at: 3)]) == 2)
    #expect(decider([claim(.times(100), at: 1)]) == nil)
    #expect(decider([claim(.at(0), at: 1), claim(.most(0), at: 2)]) == 2)
  }

  @Test(arguments: ranges(), [0.0, 1, 37, 99.5, 100])
  func `a claimed level and a set level are the same raw value`(range: LightRange, number: Double) throws {
    let set = try range.outcome(of: .share(percent(number)), from: range.setting(raw: 0))
    let held = target(base: Base(range.setting(raw: range.maximum)), claims: [claim(.at(number), at: 1)], range: range)

    #expect(held.target == set)
  }

  @Test func `a limit without effect leaves the exact raw value of the base`() {
    let wide = range(96000)
    let base = Base(wide.setting(raw: 12347))

    let verdict = target(base: base, claims: [claim(.most(50), at: 1), claim(.least(2), at: 2)], range: wide)

    #expect(verdict.target.raw == 12347)
  }
}
