import BrightnessModel
import ComposableCore
import Testing

@testable import Brightness

@Suite struct SceneWatchTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a client is notified once that its scene holds, when its lights are written`() throws {
    harness.open(1)
    #expect(harness.call(1, .hold(try request())).messages == [])

    #expect(harness.wrote(100, on: panel).texts(to: 1) == ["holding"])

    #expect(harness.wrote(100, on: panel).messages == [])
  }

  @Test func `a client receives no event of a scene that has not appeared`() throws {
    #expect(try restore(hasAppeared: false).messages == [])
  }

  @Test func `a scene below another of its session is outranked, and resumes`() throws {
    try holdBelowAnother()

    #expect(cover().updates() == [SceneUpdate(event: .outranked)])

    #expect(uncover().updates() == [SceneUpdate(event: .resumed)])
  }

  @Test func `a scene is outranked where the claim of another decides`() throws {
    try hold()
    harness.open(2, with: try request(.at(20)))

    let outcome = harness.appear(key(2))

    #expect(outcome.updates() == [SceneUpdate(event: .outranked, light: panel)])
    #expect(harness.state.isDeciding(key(2)))
    #expect(!harness.state.isDeciding(key(1)))
  }

  @Test func `a scene that is not outranked holds even if it changes nothing`() throws {
    let outcome = try hold(.most(80))

    #expect(!harness.state.isDeciding(key(1)))
    #expect(outcome.events() == [.holding])
  }

  @Test func `a scene is not notified of lights that it does not claim`() throws {
    harness.open(1)
    let begun = harness.call(1, .hold(try SceneRequest(claims: [Claim(.at(0), of: .kind(.keyboard))])))
    harness.open(2, with: try request())

    let outcome = harness.appear(key(2))

    #expect(begun.events() == [.holding])
    #expect(outcome.events() == [])
  }

  @Test func `a scene yields to the user, and resumes when it appears again`() throws {
    try hold()

    #expect(harness.move(to: 40).updates() == [SceneUpdate(event: .yielded, light: panel)])

    #expect(try sendToScene(.appeared(at: harness.now)).updates() == [SceneUpdate(event: .resumed, light: panel)])
  }

  @Test func `a covered scene yields too, and applies when it appears again`() throws {
    try holdBelowAnother()
    #expect(cover().events() == [.outranked])
    #expect(harness.move(to: 40).events() == [.yielded])

    #expect(try sendToScene(.appeared(at: harness.now)).events() == [])

    #expect(uncover().events() == [.resumed])
    #expect(harness.scenesInForce == [key(1)])
  }

  @Test func `a scene that yielded while covered reports yielded again when uncovered`() throws {
    try holdBelowAnother()
    cover()
    harness.move(to: 40)

    #expect(uncover().updates() == [SceneUpdate(event: .resumed), SceneUpdate(event: .yielded, light: panel)])
  }

  @Test func `a scene whose user leaves the seat is suspended, and resumes`() throws {
    try hold()

    #expect(harness.seat(1001, among: [1000, 1001]).events() == [.suspended])

    #expect(harness.seat(1000, among: [1000, 1001]).events() == [.resumed])
  }

  @Test func `a scene that appears while its user is inactive is suspended, and holds when the user is active`() throws
  {
    harness.seat(1001, among: [1000, 1001])
    #expect(try hold().events() == [.suspended])

    #expect(harness.seat(1000, among: [1000]).events() == [.holding])
  }

  @Test func `a suspended scene is not notified of lights`() throws {
    try hold()
    harness.seat(1001, among: [1000, 1001])

    #expect(harness.move(to: 40).events() == [])
  }

  @Test func `a scene that disappears has no event, and resumed when it appears again`() throws {
    try hold()

    let disappeared = try sendToScene(.disappeared)
    #expect(disappeared.events() == [])

    let appeared = try sendToScene(.appeared(at: harness.now))
    #expect(appeared.events() == [.resumed])
  }

  @Test func `the last notification is cancelled when the user's change ends the scene`() throws {
    try hold(.at(100), .cancel)

    #expect(harness.move(to: 40).texts(to: 1) == ["cancelled."])
  }

  @Test func `the last notification is cancelled when the stack is popped below the scene`() throws {
    try holdBelowAnother()

    #expect(pop(0).texts(to: 1) == ["cancelled."])
  }

  @Test func `a closed connection receives nothing`() throws {
    try hold()

    #expect(harness.end(1).messages == [])
    #expect(harness.state.openCallCount == 0)
  }

  @discardableResult
  private func hold(
    _ rule: Rule = .at(100),
    _ onChange: ChangePolicy = .yield,
    expires: Duration? = nil
  ) throws -> Outcome {
    harness.open(1)
    let outcome = harness.call(1, .hold(try request(rule, onChange, expires: expires)))
    return outcome.requests.isEmpty ? outcome : harness.completeWrites(outcome)
  }

  /// Holds a scene below another one that has not appeared, as only a restored session can.
  private func holdBelowAnother() throws {
    harness.completeWrites(try restore(hasAppeared: true))
  }

  private func restore(hasAppeared: Bool) throws -> Outcome {
    let above = try SceneRequest(claims: [Claim(.at(0), of: .kind(.keyboard))])
    let scenes = [
      hasAppeared ? appeared(try request(), key(1)) : Scene.State(key: key(1), request: try request()),
      Scene.State(key: key(1, 2), request: above),
    ]
    return harness.send(.restored([saved(1, scenes, hold: SceneWatch(key: key(1)))], at: harness.now), .served)
  }

  @discardableResult
  private func cover() -> Outcome { (try? sendToScene(.appeared(at: harness.now), to: key(1, 2))) ?? harness.send() }

  private func uncover() -> Outcome { pop(1) }

  private func pop(_ position: Int) -> Outcome {
    guard let element = harness.state.sessions.first?.scenes.ids[position] else { return harness.send() }
    return harness.send(.session(.element(id: SessionID(1), action: .scenes(.popFrom(id: element)))))
  }

  private func sendToScene(_ action: Scene.Action, to key: SceneKey = key(1)) throws -> Outcome {
    harness.send(try #require(harness.state.sceneAction(action, of: key)))
  }
}
