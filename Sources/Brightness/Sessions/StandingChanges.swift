import Composable

/// Whose scenes may stand otherwise than they did when that was asked last.
///
/// It costs what was touched meanwhile, and not what there is.
public struct StandingChanges: Sendable {
  /// Whom the changes may concern.
  public enum Reach: Hashable, Sendable {
    case sessions(Set<SessionID>)
    case everybody
  }

  private var stamp: JournalStamp?
  private var lights = KnownLights.State()
  private var suspended: Set<SessionID> = []

  /// Has seen nothing yet.
  public init() {}

  /// Whom the changes may concern that led to this state.
  public mutating func reach(in state: Mind.State) -> Reach {
    defer { (stamp, lights, suspended) = (state.sessions.stamp, state.lights, state.suspended) }
    guard let stamp, let touched = state.sessions.touched(since: stamp) else { return .everybody }
    guard let deciders = state.lights.newAndFormerDeciders(since: lights) else { return .everybody }
    let sessions = Set(touched).union(deciders.map(\.session))
    return .sessions(
      state.suspended == suspended ? sessions : sessions.union(suspended.symmetricDifference(state.suspended))
    )
  }
}

extension KnownLights.State {
  /// Those who came to decide on a light, or do so no more; nil where others, too, may stand otherwise for it.
  fileprivate func newAndFormerDeciders(since former: Self) -> [ClaimOwner]? {
    if changes == former.changes { return [] }
    guard lights.count == former.lights.count else { return nil }
    var deciders: [ClaimOwner] = []
    for (id, light) in lights {
      guard let before = former[id], before.view.kind == light.view.kind else { return nil }
      if before.view.decider == light.view.decider { continue }
      guard let one = before.view.decider, let other = light.view.decider else { return nil }
      deciders += [one, other]
    }
    return deciders
  }
}
