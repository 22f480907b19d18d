import BrightnessModel
import ComposableCore
import RandomHistories
import Testing

@testable import Brightness

@Suite struct ConcernedHoldersTests {
  private let harness = CoreHarness(panel: 60)

  @Test(arguments: [10, 1000])
  func `a hold notifies its session and the previous decider, whatever the number of holds`(count: Int) throws {
    for session in 1...count { try hold(session) }

    harness.open(count + 1)
    let begun = harness.call(count + 1, .hold(try request(.at(20))))
    let completed = harness.recorded(panel)

    #expect(begun.texts(to: count) == ["outranked backlight/panel"])
    #expect(Set(begun.notifiedSessions + completed.notifiedSessions) == [count, count + 1])
  }

  @Test func `an end notifies the session that decides now`() throws {
    for session in 1...10 { try hold(session) }

    let outcome = harness.end(10)

    #expect(outcome.notifiedSessions == [9])
    #expect(outcome.texts(to: 9) == ["resumed backlight/panel"])
  }

  @Test func `a first decider notifies every session that it outranks`() throws {
    try hold(1, .most(80))
    try hold(2, .most(90))

    harness.open(3)
    let outcome = harness.call(3, .hold(try request(.at(20))))

    #expect(outcome.texts(to: 1) == ["outranked backlight/panel"])
    #expect(outcome.texts(to: 2) == ["outranked backlight/panel"])
  }

  @Test(arguments: historySeeds(3))
  func `after each turn no answered hold has an unsent update`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    harness.send(.restored(try (1...5).map(savedSession), at: harness.now), .served)

    for _ in 0..<300 {
      takeRandomStep(&random)
      let state = harness.state
      for session in state.sessions.ids {
        guard let hold = state.calls[session], hold.areLightsDone, var watch = hold.scene else { continue }
        #expect(watch.updates(in: state).isEmpty, "seed \(seed)")
      }
    }
  }

  private func takeRandomStep(_ random: inout SeededRandom) {
    let key = key(1 + random.number(below: 5), 1 + random.number(below: 2))
    let outcome =
      switch random.number(below: 100) {
      case 0: harness.end(key.session.number)
      case 1..<4: harness.move(to: 1 + random.number(below: 99))
      case 4..<10: harness.seat(UInt32(random.number(below: 6)), among: [1, 2, 3])
      case 10: harness.disconnect(panel)
      case 11..<14: harness.connect(panel, .panel, range: range(100), raw: random.number(below: 100))
      case 14..<54: act(.appeared(at: harness.now), on: key)
      default: act(.disappeared, on: key)
      }
    if random.oneIn(2) { harness.completeWrites(outcome) }
  }

  private func act(_ action: Scene.Action, on key: SceneKey) -> Outcome {
    harness.state.sceneAction(action, of: key).map { harness.send($0) } ?? harness.wrote(0, on: monitor)
  }

  /// A session with a held scene, and a second one that covers it when it appears.
  private func savedSession(_ session: Int) throws -> SavedSession {
    let scenes = [
      appeared(try request(.at(20)), key(session)), Scene.State(key: key(session, 2), request: try request(.most(80))),
    ]
    return saved(session, scenes, by: UInt32(session), hold: SceneWatch(key: key(session)))
  }

  private func hold(_ session: Int, _ rule: Rule = .at(20)) throws {
    harness.open(session)
    harness.completeWrites(harness.call(session, .hold(try request(rule))))
  }
}
