import BrightnessModel
import ComposableCore
import ComposableTesting
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.oneEnd)) struct SessionEndTests {
  private let harness = CoreHarness(panel: 60)

  init() throws {
    harness.open(1, with: try request(), try request(.at(20), expires: .seconds(60)), try request())
    harness.open(2, with: try request(.most(50)))
    harness.completeWrites(harness.appear(key(1, 1)))
    harness.completeWrites(harness.appear(key(1, 2)))
    harness.completeWrites(harness.appear(key(2)))
    _ = harness.takeHolds()
  }

  @Test func `a session ends once, for any reason`() {
    let outcome = harness.end(1)

    #expect(harness.holds == ["release 1.1", "release 1.2"])
    #expect(harness.state.sessions.ids == [SessionID(2)])
    #expect(harness.clock.sleepers == 0)
    #expect(outcome.newTargets == [panel: 50])
  }

  @Test func `a session that is cancelled by another ends once`() {
    harness.open(3, 0)

    let outcome = harness.call(3, .cancel(SessionID(1)))
    harness.end(1)

    #expect(harness.holds == ["release 1.1", "release 1.2"])
    #expect(outcome.newTargets == [panel: 50])
  }

  @Test func `sessions that end together each end once`() {
    let outcome = harness.send(.ended([1, 2, 1, 3].map { SessionID($0) }))

    #expect(harness.holds == ["release 1.1", "release 1.2", "release 2.1"])
    #expect(harness.state.sessions.isEmpty)
    #expect(outcome.requests.map(\.request.target) == [60])
  }

  @Test(arguments: [1000, nil] as [UInt32?])
  func `a reset ends the sessions of one user, or all`(user: UInt32?) throws {
    harness.open(3, 1001, with: try request(.most(90)))
    harness.appear(key(3))
    _ = harness.takeHolds()

    harness.call(3, .reset(user: user))

    #expect(harness.holds == ["release 1.1", "release 1.2", "release 2.1"] + (user == nil ? ["release 3.1"] : []))
    #expect(harness.state.sessions.ids == (user == nil ? [] : [SessionID(3)]))
  }

  @Test func `the end of the store releases all claims in order of appearance`() {
    harness.stop()

    #expect(harness.holds == ["release 1.1", "release 1.2", "release 2.1"])
  }

  @Test func `a session that ends right after an appearance releases its claims`() throws {
    let appeared = try #require(harness.state.sceneAction(.appeared(at: harness.now), of: key(1, 3)))

    harness.send(appeared, .ended([SessionID(1)]))

    #expect(harness.holds == ["hold 1.3", "release 1.1", "release 1.2", "release 1.3"])
    #expect(harness.state.scenesInForce.keys.sorted { $0.session.number < $1.session.number } == [key(2)])
  }

  @Test func `a session that ends right after its scene expired releases nothing twice`() throws {
    let expired = try #require(harness.state.sceneAction(.expired(key(1, 2)), of: key(1, 2)))

    harness.send(expired, .ended([SessionID(1)]))

    #expect(harness.holds.sorted() == ["release 1.1", "release 1.2"])
  }

  @Test func `ten thousand holds that end together make one request`() throws {
    let harness = CoreHarness(panel: 60)
    let sessions = try (1...10_000).map { number in
      saved(number, [appeared(try request(.at(Double(number % 50))), key(number))])
    }
    harness.completeWrites(harness.send(.restored(sessions, at: harness.now)))
    #expect(harness.state.lights[panel]?.claims.count == 10_000)

    let outcome = harness.send(.ended((1...10_000).map { SessionID($0) }))

    #expect(outcome.requests.map(\.request.target) == [60])
    #expect(outcome.outputs.count == 1)
    #expect(harness.state.scenesInForce.isEmpty)
    #expect(harness.state.lights[panel]?.claims == [])
  }
}
