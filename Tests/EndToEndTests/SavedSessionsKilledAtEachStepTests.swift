import Guarantees
import HardwareTesting
import Programs
import Testing

@Suite(.tags(.survivesDaemonDeath)) struct SavedSessionsKilledAtEachStepTests {
  @Test(arguments: SavedSessionScenario.allCases)
  func `the scenario of a stored session has exactly these steps`(scenario: SavedSessionScenario) throws {
    let run = try SavedSessionRun(scenario)

    let steps = try run.steps()

    #expect(scenario.comparable(steps) == scenario.comparable(scenario.steps))
  }

  @Test(arguments: SavedSessionScenario.killPoints)
  func `each session survives or ends, and each light follows, after a daemon killed at any step`(
    killPoint: SavedSessionKillPoint
  ) throws {
    let run = try SavedSessionRun(killPoint.scenario)
    try run.runUntilKilled(at: killPoint.moment)
    let survives = try killPoint.survives ?? run.maySurvive()

    try run.machine.restart(steps: "trace")
    if survives { try run.expectSurvival() } else { try run.expectEnd() }

    let (before, with, without) = (
      killPoint.scenario.levelBefore, killPoint.scenario.levelWith, killPoint.scenario.levelWithout
    )
    try expectNoDetour(run.machine.daemon, over: survives ? [before, with, without] : [without])
    try run.expectNothingRemains()
  }

  @Test(arguments: SavedSessionScenario.killPoints)
  func `a one-shot restores each light when no daemon follows one killed at any step`(
    killPoint: SavedSessionKillPoint
  ) throws {
    let run = try SavedSessionRun(killPoint.scenario)
    try run.runUntilKilled(at: killPoint.moment)

    let restore = try run.machine.startRestore()

    #expect(restore.waitForEnd() == 0)
    #expect(try run.machine.levelNumber(of: Machine.panel) == Machine.userLevel)
    #expect(!run.machine.hasPendingRestores)
    #expect(!run.machine.isRecorded(1))
  }

  @Test(arguments: [true, false])
  func `a session survives or ends the same through daemons killed at any step of their start`(
    survives: Bool
  ) throws {
    let count = try startSteps(survives).count

    for number in 1...count {
      let run = try killedRun(survives)
      try run.machine.begin(steps: "before \(number)").waitForDeath()

      try run.machine.restart(steps: "trace")
      if survives { try run.expectSurvival() } else { try run.expectEnd() }

      try expectNoDetour(run.machine.daemon, over: survives ? [19_200, Machine.userLevel] : [Machine.userLevel])
      try run.expectNothingRemains()
    }
  }

  /// A machine whose daemon was killed as it held the panel for a session, which is to live on, or
  /// to end.
  private func killedRun(_ survives: Bool) throws -> SavedSessionRun {
    let scenario = survives ? SavedSessionScenario.hold : .appear
    let run = try SavedSessionRun(scenario)
    try run.runUntilKilled(at: "\(survives ? "after" : "before") \(scenario.steps.count)")
    return run
  }

  private func startSteps(_ survives: Bool) throws -> [String] {
    let run = try killedRun(survives)
    try run.machine.restart(steps: "trace")
    try run.machine.daemon.sendCommand("wait")
    return run.machine.daemon.steps
  }

  private func expectNoDetour(_ daemon: Program, over levels: [Int]) throws {
    let expectedWrites = levels.map { "write panel/brightness \($0)" }
    try daemon.sendCommand("wait")
    #expect(daemon.steps.filter { $0.hasPrefix("write panel/") && !expectedWrites.contains($0) } == [])
  }
}
