import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SceneTests {
  private let journal = DeskJournal()

  @Test func `a scene that was pushed holds nothing`() throws {
    let store = core(journal)

    store.open(with: try request())

    #expect(journal.holds == [])
  }

  @Test func `a scene that appears holds all its claims`() throws {
    let desk = CoreDesk(panel: 60)
    desk.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)
    let claims = [Claim(.most(30)), Claim(.at(0), of: .kind(.keyboard))]
    let scene = try SceneRequest(claims: claims, priority: .high, onChange: .rebase, fade: .milliseconds(200))
    desk.open(1, with: scene)

    let outcome = desk.appear(owner(1))

    #expect(outcome.orders == [panel: 30, keyboard: 0])
    #expect(outcome.requests.map(\.request.fade) == [.milliseconds(200), .milliseconds(200)])
    #expect(desk.state.claims == [owner(1): Lease(.high, appearance: 1)])
    #expect(desk.state.lights[panel]?.claims.map(\.place.position) == [0])
    #expect(desk.state.lights[keyboard]?.claims.map(\.place.position) == [1])
  }

  @Test func `appearing twice is the same as once`() throws {
    let store = try shown(request(expires: .seconds(60)))

    try store.happen(.appeared(at: Moment(.seconds(30))), to: owner(1))

    #expect(journal.holds == ["hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that disappears releases its claims once`() throws {
    let store = try shown(request())

    try store.disappear(1)

    #expect(journal.holds == ["hold 1.1", "release 1.1"])
  }

  @Test func `disappearing without having appeared is no error`() throws {
    let store = core(journal)
    store.open(with: try request())

    try store.happen(.disappeared, to: owner(1))

    #expect(journal.holds == [])
  }

  @Test func `a scene that appears again after it disappeared holds again`() throws {
    let store = try shown(request())
    try store.disappear(1)

    try store.appear(1)

    #expect(journal.holds == ["hold 1.1", "release 1.1", "hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that yielded still holds`() throws {
    let desk = try shownDesk(request())

    let outcome = desk.move(to: 40)

    #expect(outcome.yielded == [owner(1)])
    #expect(desk.state.scene(owner(1))?.appearance?.yielded == [panel])
    #expect(desk.holds == ["hold 1.1"])
  }

  @Test func `a scene that yielded counts again when it appears again`() throws {
    let desk = try shownDesk(request())
    desk.move(to: 40)

    #expect(desk.appear(owner(1)).goal() == 100)

    #expect(desk.state.scene(owner(1))?.appearance?.yielded == [])
    #expect(desk.holds == ["hold 1.1", "release 1.1", "hold 1.1"])
  }

  @Test func `a scene that has not appeared yields nothing`() throws {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: try request())

    #expect(desk.move(to: 40).yielded == [])

    #expect(desk.state.scene(owner(1))?.appearance == nil)
    #expect(desk.holds == [])
  }

  @Test func `a scene that the user's change cancels is removed, and releases its claims once`() throws {
    let desk = try shownDesk(request(.at(100), .cancel))

    let outcome = desk.move(to: 40)

    #expect(outcome.cancelled == [owner(1)])
    #expect(desk.holds == ["hold 1.1", "release 1.1"])
    #expect(desk.state.claims == [:])
  }

  @Test func `a scene that has not appeared is not cancelled by the user's change`() throws {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: try request(.at(100), .cancel))

    #expect(desk.move(to: 40).cancelled == [])

    #expect(desk.state.scene(owner(1)) != nil)
  }

  private func shown(_ scene: SceneRequest) throws -> CoreTestStore {
    let store = core(journal)
    store.open(with: scene)
    try store.appear(1)
    return store
  }

  private func shownDesk(_ scene: SceneRequest) throws -> CoreDesk {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: scene)
    desk.settled(desk.appear(owner(1)))
    return desk
  }
}
