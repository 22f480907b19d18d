import HardwareTesting
import Programs
import Testing

@Suite struct SurvivesDaemonDeathKeptSessionsTests {
  @Test(arguments: KeptCourse.allCases)
  func `the scenario of a stored session has exactly these steps`(course: KeptCourse) throws {
    let performance = try KeptPerformance(course)

    let steps = try performance.steps()

    #expect(course.comparable(steps) == course.comparable(course.steps))
  }

  @Test(arguments: KeptCourse.deaths)
  func `each session survives or ends, and each light follows, after a daemon killed at any step`(
    death: KeptDeath
  ) throws {
    let performance = try KeptPerformance(death.course)
    try performance.run(until: death.moment)
    let livesOn = try death.livesOn ?? performance.mayLiveOn()

    try performance.machine.restart(steps: "tell")
    if livesOn { try performance.expectLife() } else { try performance.expectEnd() }

    let (before, with, without) = (death.course.levelBefore, death.course.levelWith, death.course.levelWithout)
    try expectStraightWay(performance.machine.daemon, over: livesOn ? [before, with, without] : [without])
    try performance.expectNothingLeft()
  }

  @Test(arguments: KeptCourse.deaths)
  func `a one-shot restores each light when no daemon follows one killed at any step`(
    death: KeptDeath
  ) throws {
    let performance = try KeptPerformance(death.course)
    try performance.run(until: death.moment)

    let settlement = try performance.machine.settlement()

    #expect(settlement.waitForEnd() == 0)
    #expect(try performance.machine.levelNumber(of: Machine.panel) == Machine.wanted)
    #expect(!performance.machine.hasDebts)
    #expect(!performance.machine.records(1))
  }

  @Test(arguments: [true, false])
  func `a session survives or ends the same through daemons killed at any step of their start`(
    livesOn: Bool
  ) throws {
    let count = try stepsOfStart(livesOn).count

    for number in 1...count {
      let performance = try inBetween(livesOn)
      try performance.machine.begin(steps: "before \(number)").waitForDeath()

      try performance.machine.restart(steps: "tell")
      if livesOn { try performance.expectLife() } else { try performance.expectEnd() }

      try expectStraightWay(performance.machine.daemon, over: livesOn ? [19_200, Machine.wanted] : [Machine.wanted])
      try performance.expectNothingLeft()
    }
  }

  /// A machine whose daemon was killed as it held the panel for a session, which is to live on, or to end.
  private func inBetween(_ livesOn: Bool) throws -> KeptPerformance {
    let course = livesOn ? KeptCourse.hold : .appear
    let performance = try KeptPerformance(course)
    try performance.run(until: "\(livesOn ? "after" : "before") \(course.steps.count)")
    return performance
  }

  private func stepsOfStart(_ livesOn: Bool) throws -> [String] {
    let performance = try inBetween(livesOn)
    try performance.machine.restart(steps: "tell")
    try performance.machine.daemon.obey("wait")
    return performance.machine.daemon.steps
  }

  private func expectStraightWay(_ daemon: Program, over levels: [Int]) throws {
    let ways = levels.map { "write panel/brightness \($0)" }
    try daemon.obey("wait")
    #expect(daemon.steps.filter { $0.hasPrefix("write panel/") && !ways.contains($0) } == [])
  }
}
