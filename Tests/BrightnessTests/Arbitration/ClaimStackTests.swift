import Guarantees
import Model
import Testing

@testable import Brightness

@Suite(.tags(.pureTarget)) struct ClaimStackTests {
  let hundred = range(100)

  private func shown(_ claims: [ClaimInForce], over percentage: Double = 60) -> Double {
    target(base: base(percentage, on: hundred), claims: claims, range: hundred).target.share.percent
  }

  private func decider(_ claims: [ClaimInForce], over percentage: Double = 60) -> Int? {
    target(base: base(percentage, on: hundred), claims: claims, range: hundred).decider?.session.number
  }

  @Test func `with no claim in force the target is the base`() {
    #expect(shown([]) == 60)
    #expect(decider([]) == nil)
  }

  @Test func `each rule computes its target`() {
    #expect(shown([claim(.at(37), at: 1)]) == 37)
    #expect(shown([claim(.least(80), at: 1)]) == 80)
    #expect(shown([claim(.least(30), at: 1)]) == 60)
    #expect(shown([claim(.most(30), at: 1)]) == 30)
    #expect(shown([claim(.most(80), at: 1)]) == 60)
    #expect(shown([claim(.times(50), at: 1)]) == 30)
  }

  @Test func `a higher priority applies later, independent of appearance`() {
    #expect(shown([claim(.at(100), .high, at: 1), claim(.at(20), .low, at: 2)]) == 100)
    #expect(shown([claim(.at(100), .low, at: 2), claim(.most(30), .normal, at: 1)]) == 30)
  }

  @Test func `within a priority the latest appearance applies last`() {
    #expect(shown([claim(.at(100), at: 2), claim(.at(20), at: 1)]) == 100)
    #expect(shown([claim(.most(30), at: 2), claim(.at(100), at: 1)]) == 30)
    #expect(shown([claim(.most(30), at: 1), claim(.at(100), at: 2)]) == 100)
  }

  @Test func `limits and scales compose`() {
    #expect(shown([claim(.most(50), at: 1), claim(.times(50), at: 2), claim(.least(20), at: 3)]) == 25)
    #expect(shown([claim(.most(30), at: 1), claim(.times(50), at: 2), claim(.least(20), at: 3)]) == 20)
    #expect(shown([claim(.least(80), at: 1), claim(.most(40), at: 2)]) == 40)
  }

  @Test func `the last claim that changed the level is the decider`() {
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
