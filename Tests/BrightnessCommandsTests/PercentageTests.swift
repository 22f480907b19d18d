import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct PercentageTests {
  @Test(arguments: [
    (0, "0"), (37, "37"), (100, "100"), (50.5, "50.5"), (33.333333, "33.33"), (66.666667, "66.67"), (99.999, "100"),
    (0.3, "0.3"), (0.005208, "0.01"), (0.004, "0.004"), (0.000001, "0.000001"), (5.05, "5.05"), (5.005, "5.01"),
  ])
  func `a percentage has at most two decimals, and more only to tell it from 0`(number: Double, text: String) {
    #expect(number.asPercentage == text)
    #expect(number.inPercent == "\(text)%")
  }

  @Test(arguments: [(1e300, "1e+300"), (-1e300, "-1e+300"), (.infinity, "inf"), (.nan, "nan"), (1e6, "1000000.0")])
  func `a number that is no percentage is shown as it is`(number: Double, text: String) {
    #expect(number.asPercentage == text)
  }

  @Test(arguments: [(2.5, 3), (-0.4, 0), (1e300, Int(1e15)), (-1e300, Int(-1e15)), (.infinity, Int(1e15)), (.nan, 0)])
  func `a number beyond all integers is the nearest that can be shown`(number: Double, integer: Int) {
    #expect(number.nearestInteger == integer)
  }

  @Test func `a percentage needs a percent sign`() throws {
    #expect(try Double(argument: "40%") == 40)
    #expect(try Double(argument: "50.5%") == 50.5)
  }

  @Test(arguments: [
    ("40", "a percentage such as 40% or 50.5%"), ("+40%", "a percentage such as 40% or 50.5%"),
    ("max", "a percentage such as 40% or 50.5%"), ("101%", "a percentage from 0 to 100"),
  ])
  func `any other percentage is refused with what was expected`(word: String, expected: String) {
    #expect(throws: UsageError.unexpectedWord(word, expected: expected)) { try Double(argument: word) }
  }
}
