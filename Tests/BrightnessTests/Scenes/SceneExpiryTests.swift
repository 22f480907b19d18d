import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SceneExpiryTests {
  private let journal = DeskJournal()

  @Test func `a scene whose time is up is removed, and releases its claims`() throws {
    let store = try shown(for: .seconds(60))

    store.clock.advance(by: .seconds(59))
    #expect(journal.holds == ["hold 1.1"])

    store.clock.advance(by: .seconds(1))
    try store.receiveExpiry(of: owner(1))
    #expect(journal.holds == ["hold 1.1", "release 1.1"])
  }

  @Test func `the time runs from the appearance`() throws {
    let store = core(journal)
    store.open(with: try request(expires: .seconds(60)))

    store.clock.advance(by: .seconds(3600))
    try store.appear(1, at: .seconds(3600))

    #expect(store.state[owner(1)]?.remaining(at: Moment(.seconds(3610))) == .seconds(50))
    store.end(1)
  }

  @Test func `a scene that has not appeared has no time that remains`() throws {
    let store = core(journal)

    store.open(with: try request(expires: .seconds(60)))

    #expect(store.state[owner(1)]?.remaining(at: Moment(.zero)) == nil)
  }

  @Test func `no less than no time remains`() throws {
    let store = try shown(for: .seconds(60))

    #expect(store.state[owner(1)]?.remaining(at: Moment(.seconds(61))) == .zero)
    store.end(1)
  }

  @Test func `a scene that has disappeared does not expire`() throws {
    let store = try shown(for: .seconds(60))

    try store.disappear(1)

    #expect(store.clock.sleepers == 0)
  }

  @Test func `a scene that appears again has its whole time again`() throws {
    let store = try shown(for: .seconds(60))
    store.clock.advance(by: .seconds(50))
    try store.disappear(1)

    try store.appear(1, at: .seconds(50))
    store.clock.advance(by: .seconds(59))
    #expect(journal.holds == ["hold 1.1", "release 1.1", "hold 1.1"])

    store.clock.advance(by: .seconds(1))
    try store.receiveExpiry(of: owner(1))
    #expect(journal.holds == ["hold 1.1", "release 1.1", "hold 1.1", "release 1.1"])
  }

  @Test func `a scene expires while it is covered, and everything above goes with it`() throws {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: try request(expires: .seconds(60)), try request(.at(20)))
    desk.settled(desk.appear(owner(1, 1)))
    desk.settled(desk.appear(owner(1, 2)))

    let outcome = desk.wait(.seconds(60))

    #expect(desk.holds == ["hold 1.1", "hold 1.2", "release 1.1", "release 1.2"])
    #expect(outcome.orders == [panel: 60])
    #expect(outcome.requests.count == 1)
    #expect(desk.shown == 60)
  }

  @Test func `a scene above expires, and the one below counts again`() throws {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: try request(), try request(.at(20), expires: .seconds(60)))
    desk.settled(desk.appear(owner(1, 1)))
    desk.settled(desk.appear(owner(1, 2)))
    #expect(desk.counting == [owner(1, 2)])

    let outcome = desk.wait(.seconds(60))

    #expect(desk.holds == ["hold 1.1", "hold 1.2", "release 1.2"])
    #expect(desk.counting == [owner(1, 1)])
    #expect(outcome.order() == 100)
  }

  @Test func `no timer is left when the session of a scene ended`() throws {
    let store = try shown(for: .seconds(60))

    store.end(1)

    #expect(store.clock.sleepers == 0)
    #expect(journal.holds == ["hold 1.1", "release 1.1"])
  }

  private func shown(for time: Duration) throws -> CoreTestStore {
    let store = core(journal)
    store.open(with: try request(expires: time))
    try store.appear(1)
    return store
  }
}
