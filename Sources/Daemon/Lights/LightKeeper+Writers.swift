import Brightness
import Hardware

/// What the writers tell.
extension LightKeeper {
  func hear(_ news: WriterNews, of light: Brightness.LightID) {
    guard let kept = kept[light] else { return }
    if news.isSuccess { self.kept[light]?.isOrderDone = true }
    switch news {
    case .found(let raw): kept.isMet ? obey(lights.found(raw, on: light), because: .person) : meet(light, kept, raw)
    case .wrote(let raw, _): end(light) { $0.wrote(raw, on: light) }
    case .recorded: end(light) { $0.recorded(light) }
    case .moved(let raw, let source):
      self.kept[light]?.foreign.note(source)
      obey(lights.moved(light, to: raw), because: .person)
    case .restored(let raw): obey(lights.restored(light, to: raw), because: .hotplug)
    case .refused(let error, let remedy): refuse(light, error, remedy)
    case .unrecorded(let error): giveUp(light, error)
    case .uncleared(let error): note(.uncleared(error), on: light)
    case .hangs: note(.hangs, on: light)
    case .answers: note(nil, on: light)
    case .outgrown: return measure(light, kept)
    }
    if news.isSuccess { note(nil, on: light) }
    answerWaits(for: [light])
  }

  /// The light was read for the first time since it came, since its range changed, or since the machine resumed.
  private func meet(_ light: Brightness.LightID, _ device: KeptLight, _ raw: Int) {
    guard let range = device.range else { return }
    kept[light]?.isMet = true
    kept[light]?.owed = nil
    kept[light]?.hasSlept = false
    if device.hasSlept { return obey(lights.woke(light, range: range, raw: raw), because: .resume) }
    let owed = device.owed?.owed(on: device)
    let kind = device.kind.inMind
    let outcome = lights.appeared(light, kind, range: range, raw: raw, owed: owed, formerly: device.formerName)
    obey(outcome, because: owed == nil ? .hotplug : .settle)
  }

  /// The newest order is done.
  private func end(_ light: Brightness.LightID, _ change: (inout Lights) -> LightsOutcome) {
    if kept[light]?.order?.isReturn == true { kept[light]?.isRecorded = false }
    obey(change(&lights), because: .settle)
  }

  private func refuse(_ light: Brightness.LightID, _ error: LightError, _ remedy: Remedy) {
    note(.refused(error, remedy), on: light)
    obey(lights.refused(light), because: .settle)
  }

  /// What must not be written since its base could not be recorded.
  private func giveUp(_ light: Brightness.LightID, _ error: LightError) {
    let outcome = lights.unrecorded(light)
    let due = waits.fail(outcome.cancelled, error)
    obey(outcome, because: .release)
    for answer in due { answer() }
  }

  /// The kernel refused a level of the range: perhaps that is another one by now.
  private func measure(_ light: Brightness.LightID, _ device: KeptLight) {
    guard let facts = readFacts(of: device) else { return }
    if facts.maximum != device.facts.maximum { return meetAgain(facts) }
    if let order = device.order { send(order, to: light) }
  }
}

extension WriterNews {
  /// Whether nothing stands in the way, and the writer has no order any more.
  fileprivate var isSuccess: Bool {
    switch self {
    case .wrote, .recorded, .found, .moved, .restored: true
    default: false
    }
  }
}
