import BrightnessModel
import ComposableCore
import ComposableTesting
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.limits)) struct SessionLimitsTests {
  private let harness = CoreHarness()

  @Test(arguments: [false, true])
  func `the seventeenth scene is refused with the limit's name, and after a pop another is accepted`(isHeld: Bool)
    throws
  {
    harness.open(1)
    for _ in 0..<16 { harness.call(1, .push(try request())) }
    let before = harness.state

    let outcome = harness.call(1, isHeld ? .hold(try request()) : .push(try request()))

    #expect(outcome.replies(SessionID(1)) == [.failed(.session(.beyond(.scenes, limit: 16, found: 17)))])
    #expect(outcome.texts(to: 1) == ["cannot push 'scenes': expected at most 16 scenes in a session, found 17."])
    #expect(harness.state == before)

    harness.pop(from: key(1, 16))
    #expect(harness.call(1, .push(try request())).texts(to: 1) == ["pushed 17."])
  }

  @Test func `changed limits apply to new scenes of all sessions, and existing ones stay`() throws {
    harness.open(1, with: try request(), try request())

    limit(to: SessionLimits(scenes: 1))

    #expect(harness.state.sessions.first?.scenes.count == 2)
    let outcome = harness.call(1, .push(try request()))
    #expect(outcome.replies(SessionID(1)) == [.failed(.session(.beyond(.scenes, limit: 1, found: 3)))])
    harness.open(2, with: try request())
    #expect(
      harness.call(2, .push(try request())).messages.map(\.reply) == [
        .failed(.session(.beyond(.scenes, limit: 1, found: 2)))
      ]
    )
  }

  @Test func `scenes of one user are limited over all sessions, and others have a limit of their own`() throws {
    limit(to: SessionLimits(userBytes: 3 * 64))
    harness.open(1, with: try request(), try request())
    harness.open(2, with: try request())
    harness.open(3, 1001)

    let outcome = harness.call(2, .push(try request()))

    #expect(outcome.replies(SessionID(2)) == [.failed(.session(.beyond(.sceneBytes, limit: 192, found: 256)))])
    #expect(harness.call(3, .push(try request())).texts(to: 3) == ["pushed 1."])
  }

  @Test func `beyond the bytes of all users each user has an equal share, also one who comes later`() throws {
    // The limit of all users is 4 MiB.
    limit(to: SessionLimits(userBytes: 3 << 20))
    let light = LightID(.leds, String(repeating: "a", count: (1 << 20) - 64))
    let mebibyte = try SceneRequest(claims: [Claim(.at(1), of: .light(light))])
    harness.open(1, with: mebibyte, mebibyte, mebibyte)
    harness.open(2, 1001)
    harness.open(3, 1002)
    for number in 1...2 { #expect(harness.call(2, .push(mebibyte)).texts(to: 2) == ["pushed \(number)."]) }

    let outcome = harness.call(2, .push(mebibyte))
    #expect(outcome.replies(SessionID(2)) == [.failed(.session(.beyond(.sceneBytes, limit: 2 << 20, found: 3 << 20)))])

    #expect(harness.call(3, .push(mebibyte)).texts(to: 3) == ["pushed 1."])
  }

  @Test func `a scene's bytes are released when it is popped, expires, or its session ends`() throws {
    limit(to: SessionLimits(userBytes: 3 * 64))
    harness.open(1, with: try request(), try request(expires: .seconds(1)))
    harness.open(2, with: try request())

    harness.pop(from: key(1, 2))
    #expect(harness.call(1, .push(try request(expires: .seconds(1)))).texts(to: 1) == ["pushed 3."])
    harness.appear(key(1, 3))
    harness.clock.advance(by: .seconds(1))
    #expect(harness.call(2, .push(try request())).texts(to: 2) == ["pushed 2."])
    harness.end(2)
    for number in 4...5 { #expect(harness.call(1, .push(try request())).texts(to: 1) == ["pushed \(number)."]) }
    #expect(harness.call(1, .push(try request())).texts(to: 1).count == 1)
    #expect(harness.state.costs.value[1000] == 192)
    harness.end(1)
    #expect(harness.state.costs.value == SceneCosts())
  }

  @Test func `texts and light names are measured in bytes`() throws {
    let light = LightID(.leds, String(repeating: "a", count: 10))

    let request = try SceneRequest(
      name: "é\u{1}",
      reason: "abc",
      claims: [Claim(.at(1), of: .light(light)), Claim(.at(2))]
    )

    #expect(request.cost == 2 + 6 + 3 + 64 + 10 + 64)
  }

  private func limit(to limits: SessionLimits) {
    harness.send(.configured(Core.Settings(limits: limits)))
  }
}
