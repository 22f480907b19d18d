import BrightnessControl
import BrightnessModel
import Testing

@testable import Commands

@Suite struct IdleVerbTests {
  @Test func `without arguments it dims after five minutes, below all other holds, and fades for a second`() throws {
    let verb = try Self.verb(["idle"])

    #expect(verb.time == .seconds(300))
    #expect(verb.timeOnBattery == nil)
    #expect(!verb.ignoresInhibitors)
    #expect(
      verb.scene
        == SessionsInterface.SceneRequest(
          name: "idle",
          claims: [
            .init(light: "panel", rule: .scaled, percent: 30), .init(light: "keyboard", rule: .exactly, percent: 0),
          ],
          priority: .low,
          onUserChange: .rebase,
          fade: .seconds(1)
        )
    )
  }

  @Test(arguments: [
    (SessionsInterface.SceneEvent.holding, [DimmingHold.Event.holding]), (.suspended, [.suspended]),
    (.cancelled, [.ended]), (.expired, [.ended]), (.outranked, []), (.yielded, []), (.resumed, []),
  ])
  func `each event of the hold is one of the dimming`(
    event: SessionsInterface.SceneEvent,
    expected: [DimmingHold.Event]
  ) {
    let reply = SessionsInterface.Hold.Reply(scene: 1, event: event)

    #expect(DimmingHold.events(after: .reply(reply)) == expected)
  }

  @Test func `a hold that failed is reported, and ended`() {
    let failure = Failure(.noSuchLight, reason: "no light")

    #expect(DimmingHold.events(after: .failed(failure)) == [.trouble(failure), .ended])
    #expect(DimmingHold.events(after: .finished) == [.ended])
    #expect(DimmingHold.events(after: .reconnected) == [])
  }

  private static func verb(_ words: [String]) throws -> IdleVerb {
    guard case .run(let verb as IdleVerb, _, _) = try Invocation(words) else { throw NotIdle() }
    return verb
  }

  private struct NotIdle: Error {}
}
