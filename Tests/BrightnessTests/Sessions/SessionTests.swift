import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SessionTests {
  @Test func `a connection is a session`() {
    let store = core(DeskJournal())

    store.send(.opened(SessionID(7), peer(), at: Moment(.seconds(5)))) {
      $0.sessions = [Session.State(SessionID(7), peer(), opened: Moment(.seconds(5)))]
      $0.newestSession = 7
    }
    store.end(7)
  }

  @Test func `a number that was given is not given again`() {
    let store = core(DeskJournal())
    store.open(2)
    store.end(2)

    store.send(.opened(SessionID(2), peer(), at: Moment(.zero)))
    store.send(.opened(SessionID(1), peer(), at: Moment(.zero)))
  }

  @Test func `the end of a session that is not there changes nothing`() {
    let store = core(DeskJournal())

    store.send(.ended([EndedSession(id: SessionID(1), end: .closed)]))
  }

  @Test func `scenes are counted from one in each session, and no number is used twice`() throws {
    let store = core(DeskJournal())
    store.open(1, with: try request(), try request())
    store.open(2)
    store.pop(from: owner(1, 2))

    store.push(try request(), on: 1)
    store.push(try request(), on: 2)

    #expect(store.state.sessions[id: SessionID(1)]?.scenes.map(\.owner) == [owner(1, 1), owner(1, 3)])
    #expect(store.state.sessions[id: SessionID(2)]?.scenes.map(\.owner) == [owner(2, 1)])
    #expect(store.state.sessions[id: SessionID(1)]?.pushed == 3)
  }

  @Test func `a session is as old as its connection`() throws {
    let store = core(DeskJournal())

    store.open()

    #expect(store.state.sessions[id: SessionID(1)]?.age(at: Moment(.seconds(7))) == .seconds(7))
  }
}

@Suite struct CoveredSceneTests {
  private let desk = CoreDesk(panel: 60)

  @Test func `a scene that appears above covers the one below`() throws {
    try open(2)
    desk.appear(owner(1, 1))

    desk.appear(owner(1, 2))

    #expect(desk.holds == ["hold 1.1", "hold 1.2"])
    #expect(desk.counting == [owner(1, 2)])
  }

  @Test func `a scene that appears below another is covered from the start`() throws {
    try open(2)
    desk.appear(owner(1, 2))

    let outcome = desk.appear(owner(1, 1))

    #expect(desk.holds == ["hold 1.2", "hold 1.1"])
    #expect(desk.counting == [owner(1, 2)])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `the next one below counts when the topmost disappears`() throws {
    try open(3)
    for scene in 1...3 { desk.appear(owner(1, scene)) }
    _ = desk.takeHolds()

    desk.disappear(owner(1, 3))

    #expect(desk.holds == ["release 1.3"])
    #expect(desk.counting == [owner(1, 2)])
  }

  @Test func `the next one below counts when the topmost is popped`() throws {
    try open(2)
    desk.appear(owner(1, 1))
    desk.appear(owner(1, 2))

    desk.pop(from: owner(1, 2))

    #expect(desk.holds == ["hold 1.1", "hold 1.2", "release 1.2"])
    #expect(desk.counting == [owner(1, 1)])
  }

  @Test func `a covered scene that disappears leaves the topmost as it is`() throws {
    try open(2)
    desk.appear(owner(1, 1))
    desk.appear(owner(1, 2))

    let outcome = desk.disappear(owner(1, 1))

    #expect(desk.holds == ["hold 1.1", "hold 1.2", "release 1.1"])
    #expect(desk.counting == [owner(1, 2)])
    #expect(outcome.orders == [:])
  }

  @Test func `a scene that has not appeared covers nothing`() throws {
    try open(2)

    desk.appear(owner(1, 1))

    #expect(desk.holds == ["hold 1.1"])
    #expect(desk.counting == [owner(1, 1)])
  }

  @Test func `popping removes a scene and everything above it, and each releases its claims once`() throws {
    try open(3)
    for scene in 1...3 { desk.appear(owner(1, scene)) }
    _ = desk.takeHolds()

    desk.pop(from: owner(1, 1))

    #expect(desk.holds == ["release 1.1", "release 1.2", "release 1.3"])
    #expect(desk.counting == [])
  }

  @Test func `popping a scene that has not appeared releases nothing`() throws {
    try open(2)
    desk.appear(owner(1, 1))

    desk.pop(from: owner(1, 2))

    #expect(desk.holds == ["hold 1.1"])
  }

  @Test func `a covered scene that appears again after a yield is covered again`() throws {
    try open(2)
    desk.settled(desk.appear(owner(1, 1)))
    desk.settled(desk.appear(owner(1, 2)))
    desk.move(to: 40)
    desk.appear(owner(1, 2))
    _ = desk.takeHolds()

    desk.appear(owner(1, 1))

    #expect(desk.holds == ["release 1.1", "hold 1.1"])
    #expect(desk.counting == [owner(1, 2)])
  }

  @Test func `scenes of different sessions do not cover each other`() throws {
    try open(1)
    desk.open(2, with: try request(.most(30)))
    desk.appear(owner(1))

    desk.appear(owner(2))

    #expect(desk.holds == ["hold 1.1", "hold 2.1"])
    #expect(desk.counting == [owner(1), owner(2)])
  }

  private func open(_ scenes: Int) throws {
    desk.open(1)
    for _ in 0..<scenes { desk.call(1, .push(try request())) }
  }
}
