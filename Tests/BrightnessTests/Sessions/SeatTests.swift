import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct SeatTests {
  private let lights = AskedLights()
  private let one: UInt32 = 1000
  private let other: UInt32 = 1001

  @Test(arguments: [
    (Seat(), false), (Seat(active: 1000), false), (Seat(active: 1000, users: [1000]), false),
    (Seat(active: 1000, users: [1000, 1001]), false), (Seat(active: 1001, users: [1001]), false),
    (Seat(active: 1001, users: [1000, 1001]), true), (Seat(active: nil, users: [1000]), true),
  ])
  func `a user waits who has a session at the seat that is not the active one`(seat: Seat, waits: Bool) {
    #expect(seat.suspends(1000) == waits)
  }

  @Test func `the claims of who leaves the seat do not count, and come back`() throws {
    let store = try held(by: one)

    store.sit(other, among: [one, other], suspending: [1])
    #expect(lights.calls == ["hold 1.1", "suspend 1"])
    #expect(lights.counting == [])
    #expect(shown == 60)

    store.sit(one, among: [one, other])
    #expect(lights.calls == ["hold 1.1", "suspend 1", "resume 1"])
    #expect(shown == 100)
    store.end(1)
  }

  @Test func `who comes to the seat counts before who left it does no more`() throws {
    let store = try held(by: one)
    store.sit(one, among: [one, other])
    store.open(2, other, suspended: true, with: try request(.at(20)))
    store.sit(other, among: [one, other], suspending: [1])
    try store.appear(2)
    _ = lights.takeCalls()

    store.sit(one, among: [one, other], suspending: [2])

    #expect(lights.calls == ["resume 1", "suspend 2"])
    #expect(shown == 100)
    store.end(1)
    store.end(2)
  }

  @Test func `the same seat told again is nothing`() throws {
    let store = try held(by: one)
    store.sit(other, among: [one, other], suspending: [1])
    _ = lights.takeCalls()

    store.send(.seatChanged(Seat(active: other, users: [one, other])))

    #expect(lights.calls == [])
    store.end(1)
  }

  @Test func `who has no session at the seat counts, whoever is active`() throws {
    let store = try held(by: one)

    store.sit(other, among: [other])

    #expect(lights.calls == ["hold 1.1"])
    store.end(1)
  }

  @Test func `a session that is opened by who is not at the seat waits from the start`() throws {
    let store = mind(lights)
    store.sit(other, among: [one, other])
    store.open(1, one, suspended: true, with: try request())

    try store.appear(1)

    #expect(lights.calls == ["suspend 1", "hold 1.1"])
    #expect(lights.orders == [])
    store.end(1)
  }

  @Test func `a session that ends while it waits lets go without having counted`() throws {
    let store = try held(by: one)
    store.sit(other, among: [one, other], suspending: [1])
    _ = (lights.takeCalls(), lights.takeOrders())

    store.end(1)

    #expect(lights.calls == ["release 1.1", "resume 1"])
    #expect(lights.orders == [])
  }

  @Test func `a reset ends those that wait, too`() throws {
    let store = try held(by: one)
    store.sit(other, among: [one, other], suspending: [1])
    _ = (lights.takeCalls(), lights.takeOrders())

    store.send(.reset(.user(one), by: peer(one))) {
      $0.sessions.removeAll()
      $0.suspended = []
    }

    #expect(lights.calls == ["release 1.1", "resume 1"])
    #expect(lights.orders == [])
  }

  @Test func `a scene's time goes on while it waits`() throws {
    let store = try held(by: one, expires: .seconds(60))
    store.clock.advance(by: .seconds(40))
    store.sit(other, among: [one, other], suspending: [1])

    store.clock.advance(by: .seconds(20))
    try store.receiveExpiry(of: owner(1))
    _ = lights.takeCalls()
    store.sit(one, among: [one, other])

    #expect(lights.calls == ["resume 1"])
    #expect(shown == 60)
  }

  @Test func `a covered scene stays covered when its session is back`() throws {
    let store = try held(by: one)
    store.push(try request(.at(20)))
    try store.appear(1, 2)

    store.sit(other, among: [one, other], suspending: [1])
    store.sit(one, among: [one, other])

    #expect(lights.counting == [owner(1, 2)])
    store.end(1)
  }

  @Test func `a session that lived on waits if its user is not at the seat`() throws {
    let store = mind(lights)
    store.sit(other, among: [one, other])
    let session = Session.State(SessionID(1), peer(one), opened: Moment(.zero))

    store.send(.sessionRestored(session)) {
      $0.sessions.append(session)
      $0.newest = 1
      $0.suspended = [SessionID(1)]
    }

    #expect(lights.calls == ["suspend 1"])
    store.end(1)
  }

  private var shown: Int? { lights.lights[panel]?.target.raw }

  private func held(by user: UInt32, expires: Duration? = nil) throws -> MindTestStore {
    let store = mind(lights)
    store.open(1, user, with: try request(expires: expires))
    try store.appear(1)
    return store
  }
}

extension MindTestStore {
  fileprivate func sit(_ active: UInt32?, among users: Set<UInt32>, suspending sessions: Set<Int> = []) {
    let seat = Seat(active: active, users: users)
    send(.seatChanged(seat)) {
      $0.seat = seat
      $0.suspended = Set(sessions.map { SessionID($0) })
    }
  }
}
