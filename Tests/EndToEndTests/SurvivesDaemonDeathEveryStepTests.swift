import HardwareTesting
import Programs
import Testing

@Suite struct SurvivesDaemonDeathEveryStepTests {
  @Test(arguments: Course.allCases)
  func `the scenario has exactly these steps`(course: Course) throws {
    let performance = try Performance(course)

    let steps = try performance.steps()

    #expect(course.comparable(steps) == course.comparable(course.steps))
  }

  @Test(arguments: Course.deaths)
  func `the next daemon restores each light without detours after one killed at any step`(
    death: Death
  ) throws {
    let performance = try Performance(death.course)
    try performance.run(until: death.moment)

    try performance.machine.restart(steps: "tell")
    try performance.machine.daemon.obey("wait")

    try expectReturn(on: performance.machine, of: death.course, by: performance.machine.daemon)
  }

  @Test(arguments: Course.deaths)
  func `a one-shot restores each light without detours after a daemon killed at any step`(
    death: Death
  ) throws {
    let performance = try Performance(death.course)
    try performance.run(until: death.moment)

    let settlement = try performance.machine.settlement(steps: "tell")
    _ = try settlement.waitForOutput()

    #expect(settlement.waitForEnd() == 0)
    try expectReturn(on: performance.machine, of: death.course, by: settlement)
  }

  @Test func `the next daemon restores each light after a one-shot killed at any step`() throws {
    let count = try Performance.stepsOfPaying { try $0.settlement(steps: "tell") }.count

    for number in 1...(count + 1) {
      let machine = try Performance.inDebt()
      try machine.settlement(steps: "before \(number)").waitForDeath()

      try machine.restart(steps: "tell")
      try machine.daemon.obey("wait")

      try expectReturn(on: machine, of: .claim, by: machine.daemon)
    }
  }

  @Test func `a one-shot restores each light after a daemon killed while restoring`() throws {
    let count = try Performance.stepsOfPaying { try $0.begin(steps: "tell") }.count

    for number in 1...(count + 1) {
      let machine = try Performance.inDebt()
      try machine.begin(steps: "before \(number)").waitForDeath()

      let settlement = try machine.settlement(steps: "tell")
      _ = try settlement.waitForOutput()

      try expectReturn(on: machine, of: .claim, by: settlement)
    }
  }

  private func expectReturn(on machine: Machine, of course: Course, by program: Program) throws {
    let ways = course.lights.map { "write \($0.device.name)/brightness \($0.wanted)" }
    for (device, wanted) in course.lights { #expect(try machine.levelNumber(of: device) == wanted) }
    #expect(program.steps.filter { $0.contains("/brightness ") && !ways.contains($0) } == [])
    #expect(!machine.hasDebts)
  }
}
