import ControlAPI
import Model
import Programs
import RawClients
import Testing

/// A machine where sessions live on, and where a course is about to run, its daemon step by step.
final class KeptPerformance {
  let machine: Machine
  private let course: KeptCourse
  private let other: RawClient?
  private var client: RawClient?
  /// Is answered, in one step, when all that was begun before is done as far as nobody is waited for.
  private let bystander: RawClient

  init(_ course: KeptCourse) throws {
    self.course = course
    machine = try Machine(steps: "wait", keepsSessions: true)
    other = course.hasAnother ? try machine.connect() : nil
    try other?.appear(30)
    let client = try machine.connect()
    // Whoever is answered has been let in.
    try client.call("List", "{}")
    bystander = try machine.connect()
    if course.isKeptBefore { try client.push() }
    if course.isHeldBefore { try client.call("OnAppear", RawClient.first) }
    self.client = client
    try bystander.call("List", "{}")
  }

  private var session: Int { course.hasAnother ? 2 : 1 }

  /// Lets the course run to its end, and gives its steps.
  func steps() throws -> [String] {
    try machine.daemon.obey("tell")
    begin()
    if course.isEnd { try machine.daemon.wait(for: "\(course.steps.last ?? "")\n") } else { _ = client?.receive() }
    try bystander.call("List", "{}")
    try machine.daemon.obey("wait")
    return machine.daemon.steps.dropLast()
  }

  /// Lets the course run until the daemon is killed.
  func run(until moment: String) throws {
    try machine.daemon.obey(moment)
    begin()
    try machine.daemon.waitForDeath()
  }

  private func begin() {
    if course.isEnd { client = nil } else { client?.send(course.call) }
  }
}

/// What has become of it.
extension KeptPerformance {
  /// Whether the session can live on by what there is of it.
  func mayLiveOn() throws -> Bool { try machine.records(session) && machine.keepsUnmarked(session) }

  /// Expects the session to live on with all that was asked for, and its end to be the end of that.
  func expectLife() throws {
    #expect(client?.receive() != nil)
    #expect(try sessions().contains(session))
    try machine.daemon.obey("tell")

    client = nil
    try machine.daemon.wait(for: "remove state/session-\(session)\n")
    let witness = try Witness(machine)
    try witness.waitFor(course.hasAnother ? .held : .free)
    // Held it is by the other one already while its level is still being written.
    try witness.waitUntilWritten()
  }

  /// Expects the session to be gone, and its client to see that, after an answer or none.
  func expectEnd() throws {
    if let client {
      while client.receive() != nil {}
      #expect(client.isAtEnd)
    }
    #expect(!(try sessions().contains(session)))
  }

  /// Expects nothing to be left of the session, and the other one as it was.
  func expectNothingLeft() throws {
    #expect(try machine.levelNumber(of: Machine.panel) == course.levelWithout)
    #expect(!machine.keeps(session))
    #expect(machine.hasDebts == course.hasAnother)
    if course.hasAnother { #expect(try sessions().contains(1)) }
  }

  private func sessions() throws -> [Int] {
    try Witness(machine).ask(SessionsInterface.List()).sessions.map(\.id)
  }
}
