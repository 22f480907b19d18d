import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.neverBlackByAccident)) struct FloorClaimTests {
  @Test(arguments: ranges([.panel, .monitor]), [Rule.at(0), .most(0), .times(0), .times(0.000001), .at(0.5)])
  func `no claim takes a screen below its floor`(range: LightRange, rule: Rule) {
    let verdict = target(base: Base(range.setting(raw: range.maximum)), claims: [claim(rule, at: 1)], range: range)

    #expect(verdict.target == range.setting(percent(1)))
    #expect(verdict.target.raw >= 1)
  }

  @Test(arguments: ranges([.keyboard]), [Rule.at(0), .most(0), .times(0)])
  func `a claim may switch a keyboard off`(range: LightRange, rule: Rule) {
    let verdict = target(base: Base(range.setting(raw: range.maximum)), claims: [claim(rule, at: 1)], range: range)

    #expect(verdict.target.raw == 0)
  }

  @Test func `a base below the floor is restored to the floor`() {
    let panel = range(19200)

    #expect(Base(panel.setting(raw: 0)).target(in: panel).raw == 192)
    #expect(Base(panel.setting(raw: 191)).target(in: panel).raw == 192)
    #expect(Base(panel.setting(raw: 192)).target(in: panel).raw == 192)
  }

  @Test func `a base of 0 set with permission is restored to 0`() {
    let panel = range(19200)
    let off = Base(panel.setting(raw: 0), allowsOff: true)

    #expect(target(base: off, claims: [], range: panel).target.raw == 0)
    #expect(target(base: off, claims: [claim(.most(30), at: 1)], range: panel).target.raw == 0)
    #expect(target(base: off, claims: [claim(.times(50), at: 1)], range: panel).target.raw == 0)
    #expect(target(base: off, claims: [claim(.at(0), at: 1)], range: panel).target.raw == 0)
    #expect(target(base: off, claims: [claim(.least(10), at: 1)], range: panel).target.raw == 1920)
  }

  @Test func `a claim neither goes below a permitted low base nor lifts it to the floor`() {
    let panel = range(19200)
    let low = Base(panel.setting(raw: 100), allowsOff: true)

    #expect(target(base: low, claims: [claim(.at(0), at: 1)], range: panel).target.raw == 100)
    #expect(target(base: low, claims: [claim(.at(0.75), at: 1)], range: panel).target.raw == 144)
  }
}
