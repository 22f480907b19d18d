import Brightness
import Hardware

/// What is asked of the lights.
extension LightKeeper {
  /// A scene appeared; answers when every light of it shows what it should, or is owed it.
  public func claim(_ scene: ClaimedScene, fade: Duration? = nil, _ answer: @escaping @Sendable (LightAnswer) -> Void) {
    obey(lights.claimed(scene), because: .hold, by: scene.owner.session, fade: fade)
    settle(scene.claims.map(\.selector), of: scene.owner, answer)
  }

  /// A scene disappeared or ended, in whatever way.
  public func release(_ owner: ClaimOwner) {
    obey(lights.released(owner), because: .release, by: owner.session)
  }

  /// Another scene of the same session appeared above, or disappeared from there.
  public func cover(_ owner: ClaimOwner, _ isCovered: Bool) {
    let outcome = isCovered ? lights.covered(owner) : lights.uncovered(owner)
    obey(outcome, because: isCovered ? .hold : .release, by: owner.session)
  }

  /// What a session claims does not count, or does so again.
  public func suspend(_ session: SessionID, _ isSuspended: Bool) {
    obey(isSuspended ? lights.suspended(session) : lights.resumed(session), because: .seat)
  }

  /// A scene that lives on stands aside where it did.
  func standAside(_ owner: ClaimOwner, on lights: Set<Brightness.LightID>) {
    if !lights.isEmpty { obey(self.lights.stoodAside(owner, on: lights), because: .person) }
  }

  /// The person chose a level by us. Gives whether a step was asked for and the light has none left.
  @discardableResult
  public func set(
    _ light: Brightness.LightID,
    to level: Level,
    allowOff: Bool = false,
    fade: Duration? = nil,
    by session: SessionID? = nil,
    _ answer: @escaping @Sendable (LightAnswer) -> Void
  ) throws(LevelError) -> Bool {
    let outcome = try lights.set(light, to: level, allowOff: allowOff)
    obey(outcome, because: .set, by: session, fade: fade)
    wait(for: [light], answer)
    return outcome.atEnd
  }

  /// Answers when every light that these select shows what it should, or cannot for now; where it is for a scene's claims, also
  /// that they cannot count.
  public func settle(
    _ selectors: [LightSelector],
    of owner: ClaimOwner? = nil,
    _ answer: @escaping @Sendable (LightAnswer) -> Void
  ) {
    wait(for: kept.keys.filter { id in selectors.contains { covers($0, id) } }, of: owner, answer)
  }

  /// Answers when these lights show what they should, or cannot for now, as those that are away.
  public func settle(_ lights: [Brightness.LightID], _ answer: @escaping @Sendable (LightAnswer) -> Void) {
    wait(for: lights, answer)
  }

  /// Answers when every light that is there shows what it should, or cannot for now.
  public func settle(_ answer: @escaping @Sendable (LightAnswer) -> Void) {
    wait(for: Array(kept.keys), answer)
  }

  private func covers(_ selector: LightSelector, _ light: Brightness.LightID) -> Bool {
    kept[light].map { selector.covers(light, kind: $0.kind.inMind) } ?? false
  }

  private func wait(
    for lights: [Brightness.LightID],
    of owner: ClaimOwner? = nil,
    _ answer: @escaping @Sendable (LightAnswer) -> Void
  ) {
    waits.wait(for: lights, of: owner, answer)
    answerWaits(for: lights)
  }
}
