/// What became of the lights in use.
public enum LightNews: Hashable, Sendable {
  case appeared(LightFacts)
  /// The same device, about which something else is said now.
  case changed(LightFacts)
  case vanished(LightID)
  /// Something moved the light, or may have: its level is to be read.
  case stirred(LightID, Stir)
  /// The lights could not be listed, or one that is known not be looked at; that is tried again at the next event.
  case failed(LightError)
}

extension LightNews {
  /// The news in what is chosen now after what was chosen before.
  ///
  /// A light in `replugged` went and came, whatever is found now. One that came is stirred only if systemd is about to write it.
  static func between(
    _ old: [LightFacts],
    _ new: [LightFacts],
    replugged: Set<LightID>,
    stirred: [LightID: Stir]
  ) -> [LightNews] {
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let after = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
    func isSameDevice(_ light: LightFacts) -> Bool {
      guard let one = before[light.id], let other = after[light.id] else { return false }
      return one.incarnation == other.incarnation && !replugged.contains(light.id)
    }
    let vanished = old.filter { !isSameDevice($0) }.map { LightNews.vanished($0.id) }
    let appeared = new.filter { !isSameDevice($0) }.map(LightNews.appeared)
    let stayed = new.filter(isSameDevice)
    let changed = stayed.filter { before[$0.id] != $0 }.map(LightNews.changed)
    let moved = new.compactMap { light -> LightNews? in
      guard let stir = stirred[light.id], isSameDevice(light) || stir.isToBeRestored else { return nil }
      return .stirred(light.id, stir)
    }
    return vanished + appeared + changed + moved
  }
}
