import Brightness
import Hardware
import Model

extension LightEvent {
  /// A writer's report as an event of its light; nil for a report about the range, which is not for
  /// the core.
  init?(_ report: WriterReport, at now: Moment) {
    switch report {
    case .found(let raw): self = .found(raw)
    case .woke(let raw): self = .woke(raw)
    case .attempted: self = .attempted
    case .wrote(let raw, _): self = .wrote(raw)
    case .recorded: self = .recorded
    case .moved(let raw, let source): self = .moved(raw, by: source, at: now)
    case .restoredBySystem(let raw): self = .restoredBySystem(raw)
    case .refused(let error, _):
      self = .refused(Fault(error.isOfSleep ? .asleep : .refused, error.reason, isForSession: error.isForSession))
    case .unrecorded(let error): self = .unrecorded("\(error)")
    case .uncleared(let error): self = .uncleared(Fault(.uncleared, "\(error)"))
    case .hangs: self = .hangs
    case .answers: self = .answers
    case .outOfRange, .measured: return nil
    }
  }
}

extension LightDevice {
  init(_ light: DiscoveredLight) {
    let isUnknown = light.monitor != nil && light.maximum == 0
    self.init(kind: light.kind, maximum: isUnknown ? nil : light.maximum, scale: light.scale)
  }
}

extension PendingRestore {
  /// The base level that the record holds, in the range that it was recorded in; nil where that is
  /// no range.
  func recordedBase(of light: DiscoveredLight, _ settings: Core.Settings) -> RecordedBase? {
    let override = settings.overrides[light.id] ?? LightOverride()
    guard let range = override.range(of: LightDevice(light), maximum: maximum) else { return nil }
    let setting = Share(exactText: share).flatMap { range.setting(raw: raw, said: $0) } ?? range.setting(raw: raw)
    return RecordedBase(Base(setting, allowsOff: allowsOff), in: range)
  }
}
