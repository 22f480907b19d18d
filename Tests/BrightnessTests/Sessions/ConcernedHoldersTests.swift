import Composable
import Model
import RandomHistories
import Testing

@testable import Brightness

@Suite struct ConcernedHoldersTests {
  private let desk = CoreDesk(panel: 60)

  @Test(arguments: [10, 1000])
  func `a hold is told to its session and to the one that decided before, however many hold`(count: Int) throws {
    for session in 1...count { try hold(session) }

    desk.open(count + 1)
    let begun = desk.call(count + 1, .hold(try request(.at(20))))
    let settled = desk.recorded(panel)

    #expect(begun.told(count) == ["outranked backlight/panel"])
    #expect(Set(begun.toldSessions + settled.toldSessions) == [count, count + 1])
  }

  @Test func `an end is told to the session that decides now`() throws {
    for session in 1...10 { try hold(session) }

    let outcome = desk.end(10)

    #expect(outcome.toldSessions == [9])
    #expect(outcome.told(9) == ["resumed backlight/panel"])
  }

  @Test func `a first decider is told to every session that it outranks`() throws {
    try hold(1, .most(80))
    try hold(2, .most(90))

    desk.open(3)
    let outcome = desk.call(3, .hold(try request(.at(20))))

    #expect(outcome.told(1) == ["outranked backlight/panel"])
    #expect(outcome.told(2) == ["outranked backlight/panel"])
  }

  @Test(arguments: historySeeds(3))
  func `after each turn no settled hold has anything left to be told`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    desk.send(.restored(try (1...5).map(saved), at: desk.now), .served)

    for _ in 0..<300 {
      happen(&random)
      let state = desk.state
      for session in state.sessions.ids {
        guard let hold = state.calls[hold: session], hold.isSettled else { continue }
        var watch = hold.watch
        #expect(watch.updates(in: state).isEmpty, "seed \(seed)")
      }
    }
  }

  private func happen(_ random: inout SeededRandom) {
    let owner = owner(1 + random.number(below: 5), 1 + random.number(below: 2))
    let outcome =
      switch random.number(below: 100) {
      case 0: desk.end(owner.session.number)
      case 1..<4: desk.move(to: 1 + random.number(below: 99))
      case 4..<10: desk.seat(UInt32(random.number(below: 6)), among: [1, 2, 3])
      case 10: desk.disconnect(panel)
      case 11..<14: desk.connect(panel, .panel, range: range(100), raw: random.number(below: 100))
      case 14..<54: act(.appeared(at: desk.now), on: owner)
      default: act(.disappeared, on: owner)
      }
    if random.oneIn(2) { desk.settled(outcome) }
  }

  private func act(_ action: Scene.Action, on owner: ClaimOwner) -> Outcome {
    desk.state.sceneAction(action, of: owner).map { desk.send($0) } ?? desk.wrote(0, on: monitor)
  }

  /// A session whose first scene is held, and whose second covers it when it appears.
  private func saved(_ session: Int) throws -> SavedSession {
    let held = try request(.at(20))
    let scenes = [
      Scene.State(owner(session, 1), held, appearance: Scene.Appearance(of: held, since: desk.now)),
      Scene.State(owner(session, 2), try request(.most(80))),
    ]
    let state = Session.State(SessionID(session), peer(UInt32(session)), opened: desk.now, pushed: 2, scenes: scenes)
    return SavedSession(state, hold: SceneWatch(owner(session)))
  }

  private func hold(_ session: Int, _ wish: Wish = .at(20)) throws {
    desk.open(session)
    desk.settled(desk.call(session, .hold(try request(wish))))
  }
}
