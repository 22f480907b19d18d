import ComposableTesting
import RandomHistories
import Testing

@testable import Brightness

@Suite struct MindModelTests {
  @Test(arguments: historySeeds(6))
  func `whatever happens, the topmost scenes that appeared are held, each once, and nothing is after the last end`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      let history = (0..<80).map { _ in MindStep(&random) }

      if let broken = broken(by: history) {
        let shortest = shrunk(history) { self.broken(by: $0) != nil }
        Issue.record("seed \(seed): \(broken); shortest: \(self.broken(by: shortest) ?? "") after \(shortest)")
        return
      }
    }
  }

  private func broken(by history: [MindStep]) -> String? {
    let world = MindWorld()
    for step in history {
      world.take(step)
      if let broken = world.broken { return broken }
    }
    return world.brokenByStop()
  }
}

/// The mind at work beside its model.
private final class MindWorld {
  private let desk = MindDesk()
  private var model = MindModel()
  private var held: Set<ClaimOwner> = []
  private var covered: Set<ClaimOwner> = []
  private var suspended: Set<SessionID> = []
  private var breach: String?

  func take(_ picked: MindStep) {
    let step = model.resolved(picked)
    model.take(step)
    carryOut(step)
    for call in desk.lights.takeCalls() { follow(call) }
  }

  private func carryOut(_ step: MindStep) {
    switch step {
    case .open(let user): desk.open(model.newest, user)
    case .end(let session): desk.send(.sessionEnded(SessionID(session), .closed))
    case .reset: desk.send(.reset(.everybody, by: peer(0)))
    case .push(let session, let policy, let expires):
      guard let scene = try? request(.at(100), policy, expires: expires.map { .seconds($0) }) else { return }
      desk.call { state throws(SessionError) in try state.pushing(scene, on: SessionID(session)) }
    case .appear(let owner): desk.appear(owner)
    case .disappear(let owner): desk.happen(.disappeared, to: owner)
    case .pop(let owner): desk.pop(from: owner)
    case .wait(let seconds): desk.clock.advance(by: .seconds(seconds))
    case .move(let raw): desk.move(to: raw)
    case .seat(let active, let users): desk.seat(active, among: users)
    }
  }

  private func follow(_ call: AskedLights.Call) {
    switch call {
    case .hold(let owner): if !held.insert(owner).inserted { breach = "\(owner) was held twice" }
    case .release(let owner): if held.remove(owner) == nil { breach = "\(owner) was released twice" }
    case .cover(let owner): if !covered.insert(owner).inserted { breach = "\(owner) was covered twice" }
    case .uncover(let owner): if covered.remove(owner) == nil { breach = "\(owner) was uncovered twice" }
    case .suspend(let session): if !suspended.insert(session).inserted { breach = "\(session) was suspended twice" }
    case .resume(let session): if suspended.remove(session) == nil { breach = "\(session) was resumed twice" }
    }
  }

  var broken: String? {
    let panelNow = desk.lights.lights[panel]
    if let breach { return breach }
    if held != model.held { return "held: \(held), not \(model.held)" }
    if covered != model.covered { return "covered: \(covered), not \(model.covered)" }
    if suspended != model.suspended { return "suspended: \(suspended), not \(model.suspended)" }
    if desk.lights.counting != model.counting { return "counts: \(desk.lights.counting), not \(model.counting)" }
    if panelNow?.base.setting.raw != model.base { return "the base is not the person's" }
    if model.counting.isEmpty, panelNow?.target.raw != model.base { return "not brought back" }
    return brokenState
  }

  private var brokenState: String? {
    let scenes = desk.state.sessions.flatMap { $0.scenes.map(\.owner) }
    let expected = model.sessions.flatMap { number, session in session.scenes.map { owner(number, $0.number) } }
    return Set(scenes) == Set(expected) && scenes.count == expected.count ? nil : "scenes: \(scenes)"
  }

  /// What is wrong after the store has gone.
  func brokenByStop() -> String? {
    desk.stop()
    for call in desk.lights.takeCalls() { follow(call) }
    if let breach { return breach }
    if !held.isEmpty || !covered.isEmpty || !suspended.isEmpty {
      return "after the stop: \(held), \(covered), \(suspended)"
    }
    return desk.lights.lights[panel]?.target.raw == model.base ? nil : "not brought back at the stop"
  }
}
