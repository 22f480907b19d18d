import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SeatTests {
  private let desk = CoreDesk(panel: 60)
  private let one: UInt32 = 1000
  private let other: UInt32 = 1001

  @Test(arguments: [
    (Seat(), false), (Seat(active: 1000), false), (Seat(active: 1000, users: [1000]), false),
    (Seat(active: 1000, users: [1000, 1001]), false), (Seat(active: 1001, users: [1001]), false),
    (Seat(active: 1001, users: [1000, 1001]), true), (Seat(active: nil, users: [1000]), true),
  ])
  func `a user with a session at the seat that is not the active one is suspended`(seat: Seat, suspends: Bool) {
    #expect(seat.suspends(1000) == suspends)
  }

  @Test func `the claims of a user who leaves the seat do not count, and count again afterwards`() throws {
    try hold(by: one)

    #expect(desk.seat(other, among: [one, other]).order() == 60)
    #expect(desk.counting == [])
    #expect(desk.shown == 60)
    #expect(desk.state.isSuspended(SessionID(1)))

    #expect(desk.seat(one, among: [one, other]).order() == 100)
    #expect(desk.counting == [owner(1)])
    #expect(desk.shown == 100)
    #expect(desk.holds == ["hold 1.1"])
  }

  @Test func `one user leaves the seat and another comes, and the light is written once`() throws {
    try hold(by: one)
    desk.seat(one, among: [one, other])
    desk.open(2, other, with: try request(.at(20)))
    desk.settled(desk.seat(other, among: [one, other]))
    desk.settled(desk.appear(owner(2)))

    let outcome = desk.seat(one, among: [one, other])

    #expect(outcome.requests.map(\.request.goal) == [100])
    #expect(desk.counting == [owner(1)])
    #expect(desk.shown == 100)
  }

  @Test func `the same seat read again changes nothing`() throws {
    try hold(by: one)
    desk.settled(desk.seat(other, among: [one, other]))
    let before = desk.state

    let outcome = desk.seat(other, among: [one, other])

    #expect(outcome.requests.isEmpty)
    #expect(desk.state == before)
  }

  @Test func `a user without a session at the seat counts, whoever is active`() throws {
    try hold(by: one)

    #expect(desk.seat(other, among: [other]).requests.isEmpty)

    #expect(desk.counting == [owner(1)])
  }

  @Test func `a session of a user away from the seat is suspended from the start`() throws {
    desk.seat(other, among: [one, other])
    desk.open(1, one, with: try request())

    let outcome = desk.appear(owner(1))

    #expect(desk.holds == ["hold 1.1"])
    #expect(desk.counting == [])
    #expect(outcome.requests.isEmpty)
    #expect(outcome.told(1) == ["done."])
  }

  @Test func `a session that ends while it is suspended releases its claims without having counted`() throws {
    try hold(by: one)
    desk.settled(desk.seat(other, among: [one, other]))

    let outcome = desk.end(1)

    #expect(desk.holds == ["hold 1.1", "release 1.1"])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a reset ends suspended sessions, too`() throws {
    try hold(by: one)
    desk.open(2, one)
    desk.settled(desk.seat(other, among: [one, other]))

    let outcome = desk.call(2, .reset(.user(one)))

    #expect(desk.state.sessions.isEmpty)
    #expect(desk.holds == ["hold 1.1", "release 1.1"])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a scene's time goes on while it is suspended`() throws {
    try hold(by: one, expires: .seconds(60))
    desk.wait(.seconds(40))
    desk.settled(desk.seat(other, among: [one, other]))

    desk.wait(.seconds(20))

    #expect(desk.holds == ["hold 1.1", "release 1.1"])
    #expect(desk.seat(one, among: [one, other]).requests.isEmpty)
    #expect(desk.shown == 60)
  }

  @Test func `a covered scene stays covered when its session is resumed`() throws {
    try hold(by: one)
    desk.call(1, .push(try request(.at(20))))
    desk.appear(owner(1, 2))

    desk.seat(other, among: [one, other])
    desk.seat(one, among: [one, other])

    #expect(desk.counting == [owner(1, 2)])
  }

  @Test func `a restored session is suspended if its user is away from the seat`() throws {
    desk.seat(other, among: [one, other])
    let scene = try request()
    let scenes = [Scene.State(owner(1), scene, appearance: Scene.Appearance(of: scene, since: desk.now))]
    let session = Session.State(SessionID(1), peer(one), opened: desk.now, pushed: 1, scenes: scenes)

    let outcome = desk.send(.restored([SavedSession(session, hold: nil)], at: desk.now))

    #expect(desk.holds == ["hold 1.1"])
    #expect(desk.state.isSuspended(SessionID(1)))
    #expect(desk.counting == [])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `another session at the seat is a chance to retry writes that were refused for the session`() throws {
    try hold(by: one)
    desk.send(.light(panel, .refused(Fault(.refused, "not active", isForSession: true))))
    desk.connect(monitor, .monitor, range: range(100), raw: 60)
    desk.refused(monitor)

    #expect(desk.seat(one, among: [one, other]).outputs.flatMap(\.retries) == [panel])
    #expect(desk.seat(one, among: [one, other]).outputs.flatMap(\.retries) == [panel])
    let read = desk.send(.seatRead(Seat(active: other, users: [other]), isEvent: false))
    #expect(read.outputs.flatMap(\.retries) == [])
  }

  private func hold(by user: UInt32, expires: Duration? = nil) throws {
    desk.open(1, user, with: try request(expires: expires))
    desk.settled(desk.appear(owner(1)))
  }
}
