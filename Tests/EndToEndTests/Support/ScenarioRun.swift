import Glibc
import Programs
import RawClients
import Testing

/// A machine before a scenario; the daemon runs step by step.
struct ScenarioRun {
  let machine: Machine
  private let scenario: Scenario
  private let client: RawClient
  private let other: RawClient?
  private let holder: Program?

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    machine = try Machine(scenario.lights.map(\.device), steps: "wait")
    other = scenario.hasAnother ? try machine.connect() : nil
    try other?.appear(30)
    holder = scenario.isEnd ? try machine.startHolder() : nil
    client = try machine.connect()
    try client.push()
  }

  /// Runs the scenario to its end, and returns its steps.
  func steps() throws -> [String] {
    let daemon = machine.daemon
    try daemon.sendCommand("trace")
    begin()
    if scenario.isEnd {
      try daemon.wait(for: "\(scenario.steps.last ?? "")\n")
      // Answered when the lights that its scene would claim are written.
      client.send(RawClient.text("OnDisappear", RawClient.first))
    }
    _ = client.receive()
    try daemon.sendCommand("wait")
    let steps = daemon.steps
    return scenario.isEnd ? steps.dropLast() : steps
  }

  /// Runs the scenario until the daemon is killed.
  func runUntilKilled(at moment: String) throws {
    try machine.daemon.sendCommand(moment)
    begin()
    try machine.daemon.waitForDeath()
  }

  private func begin() {
    if let holder {
      holder.signal(SIGKILL)
    } else {
      client.send(RawClient.text("OnAppear", RawClient.first))
    }
  }
}

/// Machines whose daemon was killed after it had raised the panel.
extension ScenarioRun {
  static func machineWithPendingRestore() throws -> Machine {
    let run = try ScenarioRun(.claim)
    try run.runUntilKilled(at: "after \(Scenario.claim.steps.count)")
    return run.machine
  }

  /// The steps of a program from its start to the end of its pending restores.
  static func restoreSteps(_ start: (Machine) throws -> Program) throws -> [String] {
    let machine = try machineWithPendingRestore()
    let restorer = try start(machine)
    defer { withExtendedLifetime(machine) {} }
    try restorer.wait(for: Scenario.end.steps.dropFirst().joined(separator: "\n") + "\n")
    return restorer.steps.prefix { $0 != "remove state/restore-records" } + ["remove state/restore-records"]
  }
}

/// A program that runs step by step.
extension Program {
  /// Sends a command to the stepper, and waits until it is confirmed.
  func sendCommand(_ command: String) throws {
    try say(command)
    try wait(for: "\(command)\n")
  }

  /// Waits until the stepper has killed the program.
  func waitForDeath() throws {
    try wait(for: "killed\n")
    waitForEnd()
  }

  /// The reported steps.
  var steps: [String] {
    printed.split(separator: "\n").map(String.init).filter { $0 != "trace" && $0 != "wait" }
  }
}
