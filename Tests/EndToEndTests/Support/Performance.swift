import Glibc
import Programs
import RawClients
import Testing

/// A machine on which a course is about to run, its daemon step by step.
struct Performance {
  let machine: Machine
  private let course: Course
  private let client: RawClient
  private let other: RawClient?
  private let holder: Program?

  init(_ course: Course) throws {
    self.course = course
    machine = try Machine(course.lights.map(\.device), steps: "wait")
    other = course.hasAnother ? try machine.connect() : nil
    try other?.appear(30)
    holder = course.isEnd ? try machine.startHolder() : nil
    client = try machine.connect()
    try client.push()
  }

  /// Lets the course run to its end, and gives its steps.
  func steps() throws -> [String] {
    let daemon = machine.daemon
    try daemon.obey("tell")
    begin()
    if course.isEnd {
      try daemon.wait(for: "\(course.steps.last ?? "")\n")
      // Is answered when the lights that its scene would claim show what they should.
      client.send(RawClient.text("OnDisappear", RawClient.first))
    }
    _ = client.receive()
    try daemon.obey("wait")
    let steps = daemon.steps
    return course.isEnd ? steps.dropLast() : steps
  }

  /// Lets the course run until the daemon is killed.
  func run(until moment: String) throws {
    try machine.daemon.obey(moment)
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

/// What comes after a daemon that was killed when it had raised the panel.
extension Performance {
  static func inDebt() throws -> Machine {
    let performance = try Performance(.claim)
    try performance.run(until: "after \(Course.claim.steps.count)")
    return performance.machine
  }

  /// The steps from the start of a program that pays up to the last of paying.
  static func stepsOfPaying(_ pay: (Machine) throws -> Program) throws -> [String] {
    let machine = try inDebt()
    let payer = try pay(machine)
    defer { withExtendedLifetime(machine) {} }
    try payer.wait(for: Course.end.steps.dropFirst().joined(separator: "\n") + "\n")
    return payer.steps.prefix { $0 != "remove state/restore-records" } + ["remove state/restore-records"]
  }
}

/// A program that runs step by step.
extension Program {
  /// Gives a command, and waits until it is obeyed.
  func obey(_ command: String) throws {
    try say(command)
    try wait(for: "\(command)\n")
  }

  /// Waits until the program is killed, as was commanded.
  func waitForDeath() throws {
    try wait(for: "killed\n")
    waitForEnd()
  }

  /// What was told, if that was asked for once.
  var steps: [String] {
    printed.split(separator: "\n").map(String.init).filter { $0 != "tell" && $0 != "wait" }
  }
}
