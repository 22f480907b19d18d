import Composable
import Model
import Testing

@testable import Brightness

@Suite struct SceneWatchTests {
  private let desk = CoreDesk(panel: 60)

  @Test func `a client is notified that its scene holds once its lights are there, and only once`() throws {
    desk.open(1)
    #expect(desk.call(1, .hold(try request())).messages == [])

    #expect(desk.wrote(100, on: panel).told(1) == ["holding"])

    #expect(desk.wrote(100, on: panel).messages == [])
  }

  @Test func `a client is told nothing of a scene that has not appeared`() throws {
    #expect(try restore(appeared: false).messages == [])
  }

  @Test func `a scene below another of its session is outranked, and resumes`() throws {
    try holdBelowAnother()

    #expect(cover().updates() == [SceneUpdate(.outranked)])

    #expect(uncover().updates() == [SceneUpdate(.resumed)])
  }

  @Test func `a scene is outranked where the claim of another decides`() throws {
    try hold()
    desk.open(2, with: try request(.at(20)))

    let outcome = desk.appear(owner(2))

    #expect(outcome.updates() == [SceneUpdate(.outranked, on: panel)])
    #expect(desk.state.isDeciding(owner(2)))
    #expect(!desk.state.isDeciding(owner(1)))
  }

  @Test func `a scene that no other overrules holds, although it changes nothing`() throws {
    let outcome = try hold(.most(80))

    #expect(!desk.state.isDeciding(owner(1)))
    #expect(outcome.events() == [.holding])
  }

  @Test func `a scene is not notified of lights that it does not claim`() throws {
    desk.open(1)
    let begun = desk.call(1, .hold(try SceneRequest(claims: [Claim(.at(0), of: .kind(.keyboard))])))
    desk.open(2, with: try request())

    let outcome = desk.appear(owner(2))

    #expect(begun.events() == [.holding])
    #expect(outcome.events() == [])
  }

  @Test func `a scene yields to the user, and resumes when it appears again`() throws {
    try hold()

    #expect(desk.move(to: 40).updates() == [SceneUpdate(.yielded, on: panel)])

    #expect(try happen(.appeared(at: desk.now)).updates() == [SceneUpdate(.resumed, on: panel)])
  }

  @Test func `a covered scene yields too, and counts when it appears again`() throws {
    try holdBelowAnother()
    #expect(cover().events() == [.outranked])
    #expect(desk.move(to: 40).events() == [.yielded])

    #expect(try happen(.appeared(at: desk.now)).events() == [])

    #expect(uncover().events() == [.resumed])
    #expect(desk.counting == [owner(1)])
  }

  @Test func `a scene that yielded while it was covered is told so once more when it is not`() throws {
    try holdBelowAnother()
    cover()
    desk.move(to: 40)

    #expect(uncover().updates() == [SceneUpdate(.resumed), SceneUpdate(.yielded, on: panel)])
  }

  @Test func `a scene whose user leaves the seat is suspended, and resumes`() throws {
    try hold()

    #expect(desk.seat(1001, among: [1000, 1001]).events() == [.suspended])
    #expect(desk.seat(1001, among: [1000, 1001]).events() == [])

    #expect(desk.seat(1000, among: [1000, 1001]).events() == [.resumed])
  }

  @Test func `a scene that appears while its user is away is suspended, and holds when the user is back`() throws {
    desk.seat(1001, among: [1000, 1001])
    #expect(try hold().events() == [.suspended])

    #expect(desk.seat(1000, among: [1000]).events() == [.holding])
  }

  @Test func `a suspended scene is not notified of lights, but of its end`() throws {
    try hold()
    desk.seat(1001, among: [1000, 1001])

    #expect(desk.move(to: 40).events() == [])

    desk.open(2, 0)
    #expect(desk.call(2, .cancel(SessionID(1))).told(1) == ["cancelled."])
  }

  @Test func `a scene that disappears is told nothing, and then that it resumes`() throws {
    try hold()

    let disappeared = try happen(.disappeared)
    #expect(disappeared.events() == [])

    let appeared = try happen(.appeared(at: desk.now))
    #expect(appeared.events() == [.resumed])
  }

  @Test func `the last notification is expired when the time was up`() throws {
    try hold(expires: .seconds(60))

    #expect(desk.wait(.seconds(60)).told(1) == ["expired."])
    #expect(desk.state.openCallCount == 0)
  }

  @Test func `the last notification is expired even before the lights are there`() throws {
    desk.open(1)
    desk.call(1, .hold(try request(expires: .seconds(60))))

    #expect(desk.wait(.seconds(60)).told(1) == ["expired."])
  }

  @Test func `the last notification is cancelled when the user's change ends the scene`() throws {
    try hold(.at(100), .cancel)

    #expect(desk.move(to: 40).told(1) == ["cancelled."])
  }

  @Test func `the last notification is cancelled when another session cancels it`() throws {
    try hold()
    desk.open(2, 0)

    let outcome = desk.call(2, .cancel(SessionID(1)))

    #expect(outcome.told(1) == ["cancelled."])
    #expect(outcome.told(2) == ["done."])
    #expect(outcome.outputs.flatMap(\.closing) == [SessionID(1)])
  }

  @Test func `the last notification is cancelled after a reset`() throws {
    try hold()
    desk.open(2, 0)

    #expect(desk.call(2, .reset(.everyone)).told(1) == ["cancelled."])
  }

  @Test func `the last notification is cancelled when the stack is popped below the scene`() throws {
    try holdBelowAnother()

    #expect(pop(0).told(1) == ["cancelled."])
  }

  @Test func `a closed connection is told nothing`() throws {
    try hold()

    #expect(desk.end(1).messages == [])
    #expect(desk.state.openCallCount == 0)
  }

  @Test(arguments: SceneEvent.allCases)
  func `only an end is a last notification`(event: SceneEvent) {
    #expect(event.isLast == (event == .expired || event == .cancelled))
  }

  @discardableResult
  private func hold(
    _ wish: Wish = .at(100),
    _ onChange: ChangePolicy = .yield,
    expires: Duration? = nil
  ) throws -> Outcome {
    desk.open(1)
    let outcome = desk.call(1, .hold(try request(wish, onChange, expires: expires)))
    return outcome.requests.isEmpty ? outcome : desk.settled(outcome)
  }

  /// Holds a scene below another one that has not appeared, as a session does that was restored.
  private func holdBelowAnother() throws {
    desk.settled(try restore(appeared: true))
  }

  private func restore(appeared: Bool) throws -> Outcome {
    let held = try request()
    let appearance = appeared ? Scene.Appearance(of: held, since: desk.now) : nil
    let scenes = [
      Scene.State(owner(1, 1), held, appearance: appearance),
      Scene.State(owner(1, 2), try SceneRequest(claims: [])),
    ]
    let session = Session.State(SessionID(1), peer(), opened: desk.now, pushed: 2, scenes: scenes)
    return desk.send(.restored([SavedSession(session, hold: SceneWatch(owner(1)))], at: desk.now), .served)
  }

  @discardableResult
  private func cover() -> Outcome { (try? happen(.appeared(at: desk.now), to: owner(1, 2))) ?? desk.send() }

  private func uncover() -> Outcome { pop(1) }

  private func pop(_ position: Int) -> Outcome {
    guard let element = desk.state.sessions.first?.scenes.ids[position] else { return desk.send() }
    return desk.send(.session(.element(id: SessionID(1), action: .scenes(.popFrom(id: element)))))
  }

  private func happen(_ action: Scene.Action, to owner: ClaimOwner = owner(1)) throws -> Outcome {
    desk.send(try #require(desk.state.sceneAction(action, of: owner)))
  }
}
