import BrightnessModel
import ComposableCore
import ComposableTesting
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.survivesDaemonDeath)) struct RestoredSessionTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a restored session without appeared scenes holds nothing`() throws {
    restore([Scene.State(key: key(7), request: try request())])

    #expect(harness.state.sessions.ids == [SessionID(7)])
    #expect(harness.holds == [])
  }

  @Test func `a restored scene holds its claims, and releases them once`() throws {
    restore([try scene(request(), since: 10)], at: 70)
    #expect(harness.scenesInForce == [key(7)])

    harness.end(7)

    #expect(harness.holds == ["hold 7.1", "release 7.1"])
    #expect(harness.state.scenesInForce == [:])
  }

  @Test func `a restored scene's timeout continues from its appearance`() throws {
    restore([try scene(request(expires: .seconds(60)), since: 10)], at: 40)

    harness.wait(.seconds(29))
    #expect(harness.holds == ["hold 7.1"])

    harness.wait(.seconds(1))
    #expect(harness.holds == ["hold 7.1", "release 7.1"])
    #expect(harness.state.scene(key(7)) == nil)
  }

  @Test func `a restored scene that expired meanwhile ends at once, and its client is notified`() throws {
    let watch = SceneWatch(key: key(7), reported: .holding, hasHeld: true)

    let outcome = restore([try scene(request(expires: .seconds(60)))], at: 3600, hold: watch)

    #expect(outcome.texts(to: 7) == ["expired."])
    #expect(harness.state.sessions.first?.scenes.isEmpty == true)
    #expect(harness.holds == ["hold 7.1", "release 7.1"])
  }

  @Test func `a restored scene that yielded applies again when it appears again`() throws {
    restore([try scene(request(), yielded: [panel])])
    #expect(harness.scenesInForce == [])

    harness.appear(key(7))

    #expect(harness.holds == ["hold 7.1", "release 7.1", "hold 7.1"])
    #expect(harness.scenesInForce == [key(7)])
  }

  @Test func `an existing session is not restored again`() throws {
    restore([try scene(request())])
    let before = harness.state

    restore([])
    let appearance = Scene.Appearance(of: try request(), since: harness.now)
    harness.send(try #require(harness.state.sceneAction(.restored(appearance, at: harness.now), of: key(7))))

    #expect(harness.state == before)
    #expect(harness.holds == ["hold 7.1"])
  }

  @Test func `the next session has a higher number`() throws {
    restore([])

    harness.open(6)

    #expect(harness.state.sessions.ids == [SessionID(7)])
  }

  @Test func `a restored scene that was covered stays covered, whatever the order of appearance`() throws {
    restore([try scene(request(), since: 2), try scene(request(.at(20)), 2, since: 1)], at: 9)

    #expect(harness.holds == ["hold 7.2", "hold 7.1"])
    #expect(harness.scenesInForce == [key(7, 2)])
  }

  @Test func `restored scenes of different sessions keep their order of appearance`() throws {
    let sessions = try [(1, 5), (2, 3)].map { number, since in
      saved(number, [appeared(try request(), key(number), since: since)])
    }

    harness.send(.restored(sessions, at: harness.now))

    #expect(harness.holds == ["hold 2.1", "hold 1.1"])
    #expect(harness[panel]?.decider == key(1))
  }

  @Test func `a restored hold receives only later changes, once its lights are read`() throws {
    let harness = CoreHarness()
    let watch = SceneWatch(key: key(7), reported: .holding, hasHeld: true)
    harness.send(.restored([saved(7, [try scene(request())], hold: watch)], at: harness.now))
    let record = RecordedBase(base(60, on: range(100)), in: range(100))
    let connected = harness.connect(panel, .panel, range: range(100), raw: 100, record: record)
    #expect(connected.newTarget() == 100)

    let served = harness.send(.served)
    #expect(connected.messages + served.messages == [])
    #expect(harness.wrote(100, on: panel).messages == [])

    #expect(harness.seat(1001, among: [1000, 1001]).texts(to: 7) == ["suspended"])
  }

  @discardableResult
  private func restore(_ scenes: [Scene.State], at now: Int = 0, hold: SceneWatch? = nil) -> Outcome {
    harness.send(.restored([saved(7, scenes, hold: hold)], at: Moment(.seconds(now))))
  }

  private func scene(_ request: SceneRequest, _ number: Int = 1, since: Int = 0, yielded: Set<LightID> = [])
    -> Scene.State
  {
    appeared(request, key(7, number), since: since, yielded: yielded)
  }
}
