import BrightnessControl
import Glibc
import Guarantees
import Programs
import RandomHistories
import RawClients
import Testing

/// A hold that somebody ends stays ended, whenever that happens.
@Suite(.tags(.oneEnd)) struct ClientLastWordTests {
  private let harness: DaemonHarness

  init() throws {
    harness = try DaemonHarness()
  }

  @Test(arguments: [["cancel", "film"], ["reset"]])
  func `a hold that is ended while it fades does not come back`(words: [String]) throws {
    let holder = try hold(fade: "3s")
    try waitForHold()

    #expect(try Client(words, on: harness.machine).status == 0)

    #expect(holder.waitForEnd() == 1)
    #expect(try holder.waitForOutput() == "cancelled\nbrightness: cannot hold 'lights': the hold was cancelled\n")
    try harness.expectReturn()
  }

  @Test(arguments: [("cancel", []), ("set", ["--on-change", "cancel"])])
  func `a command is not run when its hold is cancelled before it is in effect`(verb: String, more: [String]) throws {
    let holder = try hold(fade: "3s", more + ["--", "echo", "ran"])
    try waitForHold()

    #expect(try Client([verb, verb == "cancel" ? "film" : "40%"], on: harness.machine).status == 0)

    #expect(holder.waitForEnd() == 125)
    #expect(try holder.waitForOutput() == "brightness: cannot hold 'lights': the hold was cancelled\n")
    #expect(try harness.observer.holders().isEmpty)
  }

  @Test func `of many holds that are cancelled or reset at any moment, none comes back`() throws {
    var random = SeededRandom(seed: 27)
    // All of them with the programs that ship, which start ten times faster.
    for _ in 0..<(getenv("BRIGHTNESSD_PROGRAMS") == nil ? 50 : 1000) {
      let holder = try hold(fade: "\(random.number(below: 300))ms")
      if random.oneIn(2) { try cancelAsSoonAsKnown() } else { try resetUntilOneEnded() }

      #expect(holder.waitForEnd() == 1)
      let printed = try holder.waitForOutput()
      #expect(["holding\n", ""].contains(printed.replacing(Self.cancelled, with: "")), "\(printed)")
    }
    // Answered once the lights have what they should.
    try harness.machine.connect().call("Reset", "{}")
    try harness.expectReturn()
  }

  private func cancelAsSoonAsKnown() throws {
    var holder: SessionsInterface.Session?
    while holder == nil { holder = try harness.observer.holders().first }
    try harness.machine.connect().call("Cancel", #"{"session":\#(holder?.id ?? 0)}"#)
  }

  private func resetUntilOneEnded() throws {
    let client = try harness.machine.connect()
    while try client.call("Reset", "{}") == #"{"parameters":{"sessions":0}}"# {}
  }

  private static let cancelled = "cancelled\nbrightness: cannot hold 'lights': the hold was cancelled\n"

  private func hold(fade: String, _ words: [String] = []) throws -> Program {
    try harness.machine.start(
      ["brightness", "hold", "--at-most", "30%", "--name", "film", "--fade", fade] + words,
      errors: .included
    )
  }

  /// Waits until the daemon knows the hold.
  private func waitForHold() throws {
    let client = try harness.machine.connect()
    try client.call("Watch", "{}", wantsMore: true)
    while try harness.observer.holders().isEmpty { _ = client.receive() }
  }
}
