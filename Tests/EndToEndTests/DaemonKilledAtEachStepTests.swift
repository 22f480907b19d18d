import Guarantees
import HardwareTesting
import Programs
import Testing

@Suite(.tags(.survivesDaemonDeath)) struct DaemonKilledAtEachStepTests {
  @Test(arguments: Scenario.allCases)
  func `the scenario has exactly these steps`(scenario: Scenario) throws {
    let run = try ScenarioRun(scenario)

    let steps = try run.steps()

    #expect(scenario.comparable(steps) == scenario.comparable(scenario.steps))
  }

  @Test(arguments: Scenario.killPoints)
  func `the next daemon restores each light without detours after one killed at any step`(
    killPoint: KillPoint
  ) throws {
    let run = try ScenarioRun(killPoint.scenario)
    try run.runUntilKilled(at: killPoint.moment)

    try run.machine.restart(steps: "trace")
    try run.machine.daemon.sendCommand("wait")

    try expectReturn(on: run.machine, of: killPoint.scenario, by: run.machine.daemon)
  }

  @Test(arguments: Scenario.killPoints)
  func `a one-shot restores each light without detours after a daemon killed at any step`(
    killPoint: KillPoint
  ) throws {
    let run = try ScenarioRun(killPoint.scenario)
    try run.runUntilKilled(at: killPoint.moment)

    let restore = try run.machine.startRestore(steps: "trace")
    _ = try restore.waitForOutput()

    #expect(restore.waitForEnd() == 0)
    try expectReturn(on: run.machine, of: killPoint.scenario, by: restore)
  }

  @Test func `the next daemon restores each light after a one-shot killed at any step`() throws {
    let count = try ScenarioRun.restoreSteps { try $0.startRestore(steps: "trace") }.count

    for number in 1...(count + 1) {
      let machine = try ScenarioRun.machineWithPendingRestore()
      try machine.startRestore(steps: "before \(number)").waitForDeath()

      try machine.restart(steps: "trace")
      try machine.daemon.sendCommand("wait")

      try expectReturn(on: machine, of: .claim, by: machine.daemon)
    }
  }

  @Test func `a one-shot restores each light after a daemon killed while restoring`() throws {
    let count = try ScenarioRun.restoreSteps { try $0.begin(steps: "trace") }.count

    for number in 1...(count + 1) {
      let machine = try ScenarioRun.machineWithPendingRestore()
      try machine.begin(steps: "before \(number)").waitForDeath()

      let restore = try machine.startRestore(steps: "trace")
      _ = try restore.waitForOutput()

      try expectReturn(on: machine, of: .claim, by: restore)
    }
  }

  private func expectReturn(on machine: Machine, of scenario: Scenario, by program: Program) throws {
    let expectedWrites = scenario.lights.map { "write \($0.device.name)/brightness \($0.userLevel)" }
    for (device, userLevel) in scenario.lights { #expect(try machine.levelNumber(of: device) == userLevel) }
    #expect(program.steps.filter { $0.contains("/brightness ") && !expectedWrites.contains($0) } == [])
    #expect(!machine.hasPendingRestores)
  }
}
