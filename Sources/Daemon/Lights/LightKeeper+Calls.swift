import Brightness
import Hardware

/// What is asked of the lights.
extension LightKeeper {
  /// A scene appeared; answers when every light of it shows what it should, or is owed it.
  public func claim(_ scene: ClaimedScene, fade: Duration? = nil, _ answer: @escaping @Sendable (LightAnswer) -> Void) {
    obey(lights.claimed(scene), because: .hold, fade: fade)
    wait(for: kept.keys.filter { id in scene.claims.contains { covers($0.selector, id) } }, answer)
  }

  /// A scene disappeared or ended, in whatever way.
  public func release(_ owner: ClaimOwner) {
    obey(lights.released(owner), because: .release)
  }

  /// Another scene of the same session appeared above, or disappeared from there.
  public func cover(_ owner: ClaimOwner, _ isCovered: Bool) {
    obey(isCovered ? lights.covered(owner) : lights.uncovered(owner), because: isCovered ? .hold : .release)
  }

  /// The person chose a level by us. Gives whether a step was asked for and the light has none left.
  @discardableResult
  public func set(
    _ light: Brightness.LightID,
    to level: Level,
    allowOff: Bool = false,
    fade: Duration? = nil,
    _ answer: @escaping @Sendable (LightAnswer) -> Void
  ) throws(LevelError) -> Bool {
    let outcome = try lights.set(light, to: level, allowOff: allowOff)
    obey(outcome, because: .set, fade: fade)
    wait(for: [light], answer)
    return outcome.atEnd
  }

  /// Answers when every light that these select shows what it should, or cannot for now.
  public func settle(_ selectors: [LightSelector], _ answer: @escaping @Sendable (LightAnswer) -> Void) {
    wait(for: kept.keys.filter { id in selectors.contains { covers($0, id) } }, answer)
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
    kept[light].map { selector.covers(light, kind: $0.facts.kind.inMind) } ?? false
  }

  private func wait(for lights: [Brightness.LightID], _ answer: @escaping @Sendable (LightAnswer) -> Void) {
    waits.wait(for: lights, answer)
    answerWaits(for: lights)
  }
}
