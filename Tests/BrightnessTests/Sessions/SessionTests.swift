import BrightnessModel
import ComposableCore
import Testing

@testable import Brightness

@Suite struct SessionTests {
  private let harness = CoreHarness()

  @Test func `each connection opens a session, whose age is that of the connection`() {
    harness.wait(.seconds(5))
    harness.open(7)

    #expect(harness.state.sessions == [Session.State(SessionID(7), peer(), opened: Moment(.seconds(5)))])
    #expect(harness.state.sessions.first?.age(at: Moment(.seconds(12))) == .seconds(7))
  }

  @Test func `session numbers are not reused`() {
    harness.open(2)
    harness.end(2)

    for number in 1...2 { harness.open(number) }

    #expect(harness.state.sessions == [])
  }

  @Test func `scenes are numbered from one in each session, and numbers are not reused`() throws {
    harness.open(1, with: try request(), try request())
    harness.open(2)
    harness.pop(from: key(1, 2))

    #expect(harness.call(1, .push(try request())).texts(to: 1) == ["pushed 3."])
    #expect(harness.call(2, .push(try request())).texts(to: 2) == ["pushed 1."])

    #expect(harness.state.sessions.flatMap { $0.scenes.map(\.key) } == [key(1, 1), key(1, 3), key(2, 1)])
    #expect(harness.state.sessions.map(\.pushed) == [3, 1])
  }
}

@Suite struct CoveredSceneTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a scene that appears below another is covered from the start`() throws {
    try open(2)
    harness.appear(key(1, 2))

    let outcome = harness.appear(key(1, 1))

    #expect(harness.holds == ["hold 1.2", "hold 1.1"])
    #expect(harness.scenesInForce == [key(1, 2)])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `when the topmost scene is popped, the next one applies`() throws {
    try open(2)
    harness.appear(key(1, 1))
    harness.appear(key(1, 2))

    harness.pop(from: key(1, 2))

    #expect(harness.holds == ["hold 1.1", "hold 1.2", "release 1.2"])
    #expect(harness.scenesInForce == [key(1, 1)])
  }

  @Test func `popping removes a scene and those above it, and each releases its claims once`() throws {
    try open(3)
    for scene in 1...3 { harness.appear(key(1, scene)) }
    _ = harness.takeHolds()

    harness.pop(from: key(1, 1))

    #expect(harness.holds == ["release 1.1", "release 1.2", "release 1.3"])
    #expect(harness.scenesInForce == [])
  }

  @Test func `a scene that has not appeared covers nothing, and releases nothing when it is popped`() throws {
    try open(2)
    harness.appear(key(1, 1))

    harness.pop(from: key(1, 2))

    #expect(harness.holds == ["hold 1.1"])
    #expect(harness.scenesInForce == [key(1, 1)])
  }

  @Test func `a covered scene that appears again after a yield is covered again`() throws {
    try open(2)
    harness.completeWrites(harness.appear(key(1, 1)))
    harness.completeWrites(harness.appear(key(1, 2)))
    harness.move(to: 40)
    harness.appear(key(1, 2))
    _ = harness.takeHolds()

    harness.appear(key(1, 1))

    #expect(harness.holds == ["release 1.1", "hold 1.1"])
    #expect(harness.scenesInForce == [key(1, 2)])
  }

  private func open(_ scenes: Int) throws {
    harness.open(1)
    for _ in 0..<scenes { harness.call(1, .push(try request())) }
  }
}
