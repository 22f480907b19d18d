import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SessionTests {
  @Test func `each connection opens a session`() {
    let store = core(CoreRecorder())

    store.send(.opened(SessionID(7), peer(), at: Moment(.seconds(5)))) {
      $0.sessions = [Session.State(SessionID(7), peer(), opened: Moment(.seconds(5)))]
      $0.newestSession = 7
    }
    store.end(7)
  }

  @Test func `session numbers are not reused`() {
    let store = core(CoreRecorder())
    store.open(2)
    store.end(2)

    store.send(.opened(SessionID(2), peer(), at: Moment(.zero)))
    store.send(.opened(SessionID(1), peer(), at: Moment(.zero)))
  }

  @Test func `the end of an unknown session changes nothing`() {
    let store = core(CoreRecorder())

    store.send(.ended([SessionID(1)]))
  }

  @Test func `scenes are numbered from one in each session, and numbers are not reused`() throws {
    let store = core(CoreRecorder())
    store.open(1, with: try request(), try request())
    store.open(2)
    store.pop(from: key(1, 2))

    store.push(try request(), on: 1)
    store.push(try request(), on: 2)

    #expect(store.state.sessions[id: SessionID(1)]?.scenes.map(\.key) == [key(1, 1), key(1, 3)])
    #expect(store.state.sessions[id: SessionID(2)]?.scenes.map(\.key) == [key(2, 1)])
    #expect(store.state.sessions[id: SessionID(1)]?.pushed == 3)
  }

  @Test func `a session's age is that of its connection`() throws {
    let store = core(CoreRecorder())

    store.open()

    #expect(store.state.sessions[id: SessionID(1)]?.age(at: Moment(.seconds(7))) == .seconds(7))
  }
}

@Suite struct CoveredSceneTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a scene that appears above covers the one below`() throws {
    try open(2)
    harness.appear(key(1, 1))

    harness.appear(key(1, 2))

    #expect(harness.holds == ["hold 1.1", "hold 1.2"])
    #expect(harness.scenesInForce == [key(1, 2)])
  }

  @Test func `a scene that appears below another is covered from the start`() throws {
    try open(2)
    harness.appear(key(1, 2))

    let outcome = harness.appear(key(1, 1))

    #expect(harness.holds == ["hold 1.2", "hold 1.1"])
    #expect(harness.scenesInForce == [key(1, 2)])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `when the topmost scene disappears, the next one applies`() throws {
    try open(3)
    for scene in 1...3 { harness.appear(key(1, scene)) }
    _ = harness.takeHolds()

    harness.disappear(key(1, 3))

    #expect(harness.holds == ["release 1.3"])
    #expect(harness.scenesInForce == [key(1, 2)])
  }

  @Test func `when the topmost scene is popped, the next one applies`() throws {
    try open(2)
    harness.appear(key(1, 1))
    harness.appear(key(1, 2))

    harness.pop(from: key(1, 2))

    #expect(harness.holds == ["hold 1.1", "hold 1.2", "release 1.2"])
    #expect(harness.scenesInForce == [key(1, 1)])
  }

  @Test func `a covered scene that disappears leaves the topmost as it is`() throws {
    try open(2)
    harness.appear(key(1, 1))
    harness.appear(key(1, 2))

    let outcome = harness.disappear(key(1, 1))

    #expect(harness.holds == ["hold 1.1", "hold 1.2", "release 1.1"])
    #expect(harness.scenesInForce == [key(1, 2)])
    #expect(outcome.newTargets == [:])
  }

  @Test func `a scene that has not appeared covers nothing`() throws {
    try open(2)

    harness.appear(key(1, 1))

    #expect(harness.holds == ["hold 1.1"])
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

  @Test func `popping a scene that has not appeared releases nothing`() throws {
    try open(2)
    harness.appear(key(1, 1))

    harness.pop(from: key(1, 2))

    #expect(harness.holds == ["hold 1.1"])
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

  @Test func `scenes of different sessions do not cover each other`() throws {
    try open(1)
    harness.open(2, with: try request(.most(30)))
    harness.appear(key(1))

    harness.appear(key(2))

    #expect(harness.holds == ["hold 1.1", "hold 2.1"])
    #expect(harness.scenesInForce == [key(1), key(2)])
  }

  private func open(_ scenes: Int) throws {
    harness.open(1)
    for _ in 0..<scenes { harness.call(1, .push(try request())) }
  }
}
