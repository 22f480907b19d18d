import BrightnessControl
import BrightnessModel
import Testing

@testable import Commands
@testable import Idle

@Suite struct DimmingHoldTests {
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
}
