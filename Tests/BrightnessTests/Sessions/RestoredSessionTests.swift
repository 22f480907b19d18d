import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct RestoredSessionTests {
  private let desk = CoreDesk(panel: 60)

  @Test func `a restored session holds nothing where no scene had appeared`() throws {
    restore([Scene.State(owner(7), try request())])

    #expect(desk.state.sessions.ids == [SessionID(7)])
    #expect(desk.holds == [])
  }

  @Test func `a restored scene holds its claims, and releases them once`() throws {
    restore([try scene(request(), since: 10)], at: 70)
    #expect(desk.counting == [owner(7)])

    desk.end(7)

    #expect(desk.holds == ["hold 7.1", "release 7.1"])
    #expect(desk.state.claims == [:])
  }

  @Test func `a restored scene's time goes on from its appearance`() throws {
    restore([try scene(request(expires: .seconds(60)), since: 10)], at: 40)

    desk.wait(.seconds(29))
    #expect(desk.holds == ["hold 7.1"])

    desk.wait(.seconds(1))
    #expect(desk.holds == ["hold 7.1", "release 7.1"])
    #expect(desk.state.scene(owner(7)) == nil)
  }

  @Test func `a restored scene whose time ran out meanwhile expires at once, and its client is told`() throws {
    let watch = SceneWatch(owner(7), reported: .holding, hasHeld: true)

    let outcome = restore([try scene(request(expires: .seconds(60)))], at: 3600, hold: watch)

    #expect(outcome.told(7) == ["expired."])
    #expect(desk.state.sessions.first?.scenes.isEmpty == true)
    #expect(desk.holds == ["hold 7.1", "release 7.1"])
  }

  @Test func `a restored scene that yielded counts again when it appears again`() throws {
    restore([try scene(request(), yielded: [panel])])
    #expect(desk.counting == [])

    desk.appear(owner(7))

    #expect(desk.holds == ["hold 7.1", "release 7.1", "hold 7.1"])
    #expect(desk.counting == [owner(7)])
  }

  @Test func `a session that is there already is not restored again`() throws {
    restore([try scene(request())])
    let before = desk.state

    restore([])
    desk.send(try #require(desk.state.sceneAction(.restored(appearance(of: request()), at: desk.now), of: owner(7))))

    #expect(desk.state == before)
    #expect(desk.holds == ["hold 7.1"])
  }

  @Test func `the next session has a higher number`() throws {
    restore([])

    desk.open(6)

    #expect(desk.state.sessions.ids == [SessionID(7)])
  }

  @Test func `a restored scene that was covered stays covered, whichever appeared first`() throws {
    restore([try scene(request(), since: 2), try scene(request(.at(20)), 2, since: 1)], at: 9)

    #expect(desk.holds == ["hold 7.2", "hold 7.1"])
    #expect(desk.counting == [owner(7, 2)])
  }

  @Test func `restored scenes of different sessions keep their order of appearance`() throws {
    let sessions = try [(1, 5), (2, 3)].map { number, since in
      let state = Scene.State(owner(number), try request(), appearance: try appearance(of: request(), since: since))
      let session = Session.State(SessionID(number), peer(), opened: desk.now, pushed: 1, scenes: [state])
      return SavedSession(session, hold: nil)
    }

    desk.send(.restored(sessions, at: desk.now))

    #expect(desk.holds == ["hold 2.1", "hold 1.1"])
    #expect(desk[panel]?.decider == owner(1))
  }

  @Test func `a restored hold is told only of changes since, once its lights were read`() throws {
    let desk = CoreDesk()
    let watch = SceneWatch(owner(7), reported: .holding, hasHeld: true)
    let session = Session.State(SessionID(7), peer(), opened: desk.now, pushed: 1, scenes: [try scene(request())])
    desk.send(.restored([SavedSession(session, hold: watch)], at: desk.now))
    let record = RecordedBase(base(60, on: range(100)), in: range(100))
    let connected = desk.connect(panel, .panel, range: range(100), raw: 100, record: record)
    #expect(connected.order() == 100)

    let served = desk.send(.served)
    #expect(connected.messages + served.messages == [])
    #expect(desk.wrote(100, on: panel).messages == [])

    #expect(desk.seat(nil, among: [1000]).told(7) == ["suspended"])
  }

  @discardableResult
  private func restore(_ scenes: [Scene.State], at now: Int = 0, hold: SceneWatch? = nil) -> Outcome {
    let session = Session.State(SessionID(7), peer(), opened: Moment(.zero), pushed: scenes.count, scenes: scenes)
    return desk.send(.restored([SavedSession(session, hold: hold)], at: Moment(.seconds(now))))
  }

  private func scene(
    _ request: SceneRequest,
    _ number: Int = 1,
    since: Int = 0,
    yielded: Set<LightID> = []
  ) throws -> Scene.State {
    Scene.State(owner(7, number), request, appearance: try appearance(of: request, since: since, yielded: yielded))
  }

  private func appearance(
    of request: SceneRequest,
    since: Int = 0,
    yielded: Set<LightID> = []
  ) throws -> Scene.Appearance {
    Scene.Appearance(of: request, since: Moment(.seconds(since)), yielded: yielded)
  }
}
