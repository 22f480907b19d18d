import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SeatTests {
  private let harness = CoreHarness(panel: 60)
  private let one: UInt32 = 1000
  private let other: UInt32 = 1001

  @Test(arguments: [
    (Seat(), false), (Seat(active: 1000), false), (Seat(active: 1000, users: [1000]), false),
    (Seat(active: 1000, users: [1000, 1001]), false), (Seat(active: 1001, users: [1001]), false),
    (Seat(active: 1001, users: [1000, 1001]), true), (Seat(active: 1001, users: [1000]), true),
    (Seat(active: nil, users: [1000]), false), (Seat(active: nil, users: [1000, 1001]), false),
  ])
  func `a user with an inactive session is suspended while another user is active`(seat: Seat, suspends: Bool) {
    #expect(seat.suspends(1000) == suspends)
  }

  @Test func `the claims of a user who leaves the seat do not apply until the user returns`() throws {
    try hold(by: one)

    #expect(harness.seat(other, among: [one, other]).newTarget() == 60)
    #expect(harness.scenesInForce == [])
    #expect(harness.shown == 60)
    #expect(harness.state.isSuspended(SessionID(1)))

    #expect(harness.seat(one, among: [one, other]).newTarget() == 100)
    #expect(harness.scenesInForce == [key(1)])
    #expect(harness.shown == 100)
    #expect(harness.holds == ["hold 1.1"])
  }

  @Test func `a switch of users writes the light once`() throws {
    try hold(by: one)
    harness.seat(one, among: [one, other])
    harness.open(2, other, with: try request(.at(20)))
    harness.completeWrites(harness.seat(other, among: [one, other]))
    harness.completeWrites(harness.appear(key(2)))

    let outcome = harness.seat(one, among: [one, other])

    #expect(outcome.requests.map(\.request.goal) == [100])
    #expect(harness.scenesInForce == [key(1)])
    #expect(harness.shown == 100)
  }

  @Test func `the same seat read again changes nothing`() throws {
    try hold(by: one)
    harness.completeWrites(harness.seat(other, among: [one, other]))
    let before = harness.state

    let outcome = harness.seat(other, among: [one, other])

    #expect(outcome.requests.isEmpty)
    #expect(harness.state == before)
  }

  @Test func `a user without a session at the seat is not suspended, whichever user is active`() throws {
    try hold(by: one)

    #expect(harness.seat(other, among: [other]).requests.isEmpty)

    #expect(harness.scenesInForce == [key(1)])
  }

  @Test func `a session of an inactive user is suspended from the start`() throws {
    harness.seat(other, among: [one, other])
    harness.open(1, one, with: try request())

    let outcome = harness.appear(key(1))

    #expect(harness.holds == ["hold 1.1"])
    #expect(harness.scenesInForce == [])
    #expect(outcome.requests.isEmpty)
    #expect(outcome.texts(to: 1) == ["done."])
  }

  @Test func `a session that ends while suspended releases claims that never applied`() throws {
    try hold(by: one)
    harness.completeWrites(harness.seat(other, among: [one, other]))

    let outcome = harness.end(1)

    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a reset ends suspended sessions too`() throws {
    try hold(by: one)
    harness.open(2, one)
    harness.completeWrites(harness.seat(other, among: [one, other]))

    let outcome = harness.call(2, .reset(user: one))

    #expect(harness.state.sessions.ids == [SessionID(2)])
    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a scene's timeout continues while it is suspended`() throws {
    try hold(by: one, expires: .seconds(60))
    harness.wait(.seconds(40))
    harness.completeWrites(harness.seat(other, among: [one, other]))

    harness.wait(.seconds(20))

    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(harness.seat(one, among: [one, other]).requests.isEmpty)
    #expect(harness.shown == 60)
  }

  @Test func `a covered scene stays covered when its session is resumed`() throws {
    try hold(by: one)
    harness.call(1, .push(try request(.at(20))))
    harness.appear(key(1, 2))

    harness.seat(other, among: [one, other])
    harness.seat(one, among: [one, other])

    #expect(harness.scenesInForce == [key(1, 2)])
  }

  @Test func `a restored session of an inactive user is suspended`() throws {
    harness.seat(other, among: [one, other])
    let scene = try request()
    let scenes = [
      Scene.State(key: key(1), request: scene, appearance: Scene.Appearance(of: scene, since: harness.now))
    ]
    let session = Session.State(SessionID(1), peer(one), opened: harness.now, pushed: 1, scenes: scenes)

    let outcome = harness.send(.restored([SavedSession(session, hold: nil)], at: harness.now))

    #expect(harness.holds == ["hold 1.1"])
    #expect(harness.state.isSuspended(SessionID(1)))
    #expect(harness.scenesInForce == [])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a seat change retries writes that were refused for the session`() throws {
    try hold(by: one)
    harness.send(.light(panel, .refused(Fault(.refused, "not active", isForSession: true))))
    harness.connect(monitor, .monitor, range: range(100), raw: 60)
    harness.refused(monitor)

    #expect(harness.seat(one, among: [one, other]).outputs.flatMap(\.retries) == [panel])
    #expect(harness.seat(one, among: [one, other]).outputs.flatMap(\.retries) == [panel])
    let read = harness.send(.seatRead(Seat(active: other, users: [other]), isEvent: false))
    #expect(read.outputs.flatMap(\.retries) == [])
  }

  private func hold(by user: UInt32, expires: Duration? = nil) throws {
    harness.open(1, user, with: try request(expires: expires))
    harness.completeWrites(harness.appear(key(1)))
  }
}
