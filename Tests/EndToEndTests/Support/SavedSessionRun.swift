import BrightnessControl
import BrightnessModel
import Programs
import RawClients
import Testing

/// A machine whose sessions survive the daemon, before a scenario; the daemon runs step by step.
final class SavedSessionRun {
  let machine: Machine
  private let scenario: SavedSessionScenario
  private let other: RawClient?
  private var client: RawClient?
  /// A client whose call is answered in one step, after everything that was begun before it.
  private let probe: RawClient

  init(_ scenario: SavedSessionScenario) throws {
    self.scenario = scenario
    machine = try Machine(steps: "wait", storesSessions: true)
    other = scenario.hasAnother ? try machine.connect() : nil
    try other?.appear(30)
    let client = try machine.connect()
    // A client that was answered has been accepted.
    try client.call("List", "{}")
    probe = try machine.connect()
    if scenario.isSavedBefore { try client.push() }
    if scenario.isHeldBefore { try client.call("OnAppear", RawClient.first) }
    self.client = client
    try probe.call("List", "{}")
  }

  private var session: Int { scenario.hasAnother ? 2 : 1 }

  /// Runs the scenario to its end, and returns its steps.
  func steps() throws -> [String] {
    try machine.daemon.sendCommand("trace")
    begin()
    if scenario.isEnd { try machine.daemon.wait(for: "\(scenario.steps.last ?? "")\n") } else { _ = client?.receive() }
    try probe.call("List", "{}")
    try machine.daemon.sendCommand("wait")
    return machine.daemon.steps.dropLast()
  }

  /// Runs the scenario until the daemon is killed.
  func runUntilKilled(at moment: String) throws {
    try machine.daemon.sendCommand(moment)
    begin()
    try machine.daemon.waitForDeath()
  }

  private func begin() {
    if scenario.isEnd { client = nil } else { client?.send(scenario.call) }
  }
}

/// The state after the run.
extension SavedSessionRun {
  /// Whether the session can survive: its record is written, and its stored connection is not
  /// marked as busy.
  func maySurvive() throws -> Bool { try machine.isRecorded(session) && machine.isStoredUnmarked(session) }

  /// Expects the session to survive with its call completed, and to end with its client.
  func expectSurvival() throws {
    #expect(client?.receive() != nil)
    #expect(try sessions().contains(session))
    try machine.daemon.sendCommand("trace")

    client = nil
    try machine.daemon.wait(for: "remove state/session-\(session)\n")
    let observer = try PanelObserver(machine)
    try observer.waitFor(scenario.hasAnother ? .held : .free)
    // The other session holds the panel before its level is written.
    try observer.waitUntilWritten()
  }

  /// Expects the session to have ended and its client to be disconnected, possibly after an answer.
  func expectEnd() throws {
    if let client {
      while client.receive() != nil {}
      #expect(client.isAtEnd)
    }
    #expect(!(try sessions().contains(session)))
  }

  /// Expects nothing to remain of the session, and the other one to be unchanged.
  func expectNothingRemains() throws {
    #expect(try machine.levelNumber(of: Machine.panel) == scenario.levelWithout)
    #expect(!machine.isSaved(session))
    #expect(machine.hasPendingRestores == scenario.hasAnother)
    if scenario.hasAnother { #expect(try sessions().contains(1)) }
  }

  private func sessions() throws -> [Int] {
    try PanelObserver(machine).ask(SessionsInterface.List()).sessions.map(\.id)
  }
}
