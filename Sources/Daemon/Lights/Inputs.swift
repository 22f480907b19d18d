import Brightness
import EventLoop
import Hardware
import Model

/// A light whose device is connected, and the writer that reads and writes it.
struct ConnectedLight {
  var facts: DiscoveredLight
  let writer: LightWriter
  /// Nil for a light of the kernel.
  var monitor: MonitorAttributes?
  /// The restore record that a monitor has from an earlier boot, until the monitor is read.
  var earlierRecord: PendingRestore?
}

/// Lights: events of devices and reports of writers become actions.
extension BrightnessDaemon {
  /// Finds and reads the lights. Nothing is written, unless a restore record or a claim says so.
  func beginLights() throws {
    let registry = LightRegistry(origin, on: loop, settings: lightSettings, findsMonitors: attributeIO.monitors != nil)
    {
      [weak self] events in self?.assumeIsolated { $0.take(events) }
    }
    self.registry = registry
    try registry.assumeIsolated { try $0.begin() }
  }

  private func take(_ events: [LightRegistry.Event]) {
    var matching: RestoreMatching?
    for event in events {
      switch event {
      case .connected(let facts):
        matching = matching ?? matchRecords()
        connect(facts, matching)
      case .changed(let facts): change(facts)
      case .disconnected(let id):
        // The writer goes with it: a report that is under way comes too late.
        if let light = connected.removeValue(forKey: id) { disconnectMonitor(light) }
        handle(.light(id, .disconnected))
      case .mayHaveChanged(let id, let change):
        guard state.isFollowed(id) else { continue }
        connected[id]?.writer.assumeIsolated { $0.read(change) }
      case .failed(let error): log(.error, "\(error)")
      }
    }
  }

  /// Matches restore records with the whole batch of lights at once: a rule may depend on which lights are left over.
  private func matchRecords() -> RestoreMatching {
    let chosen = registry?.assumeIsolated { $0.choice.chosen } ?? []
    let matching = RestoreMatching(records.restores, among: chosen)
    do throws(LightError) {
      try records.follow(matching)
    } catch {
      log(.error, "\(error)")
    }
    return matching
  }

  private func connect(_ facts: DiscoveredLight, _ matching: RestoreMatching?) {
    let id = facts.id
    let match = matching?.matches.first { $0.light == id }
    let record = match.map(\.restoreHere)
    let monitor = facts.monitor.flatMap { [attributeIO] monitor in
      attributeIO.monitors.map { MonitorAttributes(monitor, through: $0) }
    }
    let writer = LightWriter(
      facts,
      on: loop,
      through: monitor ?? attributeIO.attributes,
      jobs: attributeIO.jobs(),
      records: records,
      recorded: record,
      wear: wear[id] ?? WearBudget(),
      deadlines: attributeIO.deadlines
    ) { [weak self] report in self?.assumeIsolated { $0.take(report, of: id) } }
    let former = match.map(\.restore.light).flatMap { $0 == id || connected[$0] != nil ? nil : $0 }
    connected[id] = ConnectedLight(facts: facts, writer: writer, monitor: monitor)
    if monitor != nil { connected[id]?.earlierRecord = record.flatMap { records.isOfEarlierBoot($0) ? $0 : nil } }
    let base = record.flatMap { $0.recordedBase(of: facts, settings: state.settings) }
    handle(.light(id, .connected(LightDevice(facts), record: base, formerly: former)))
    guard monitor == nil else { return }
    checkRange(of: facts)
    writer.assumeIsolated { $0.begin() }
  }

  /// Warns of a configured range that the device, whose own range is known by now, does not have.
  func checkRange(of facts: DiscoveredLight) {
    if state.settings.overrides[facts.id]?.hasNoRange(of: LightDevice(facts)) == true {
      log(.warning, "cannot use Least= and Most= of '\(facts.id)': they leave no range of 0 to \(facts.maximum)")
    }
  }

  /// Takes what a device says about itself now; its writer reads the level anew if the range is another one.
  private func change(_ facts: DiscoveredLight) {
    if facts.monitor != nil { return changeMonitor(facts) }
    connected[facts.id]?.facts = facts
    handle(.light(facts.id, .changed(LightDevice(facts))))
    connected[facts.id]?.writer.assumeIsolated { $0.update(facts) }
  }

  private func take(_ report: WriterReport, of id: LightID) {
    guard let light = connected[id] else { return }
    switch report {
    case .outOfRange: rereadRange(of: light)
    case .measured(let maximum, let level): takeRange(of: light, maximum, level)
    default: if let event = LightEvent(report, at: now) { handle(.light(id, event)) }
    }
  }

  /// The kernel refused a level of the range: perhaps the device has another range by now.
  private func rereadRange(of light: ConnectedLight) {
    let id = light.facts.id
    do throws(LightError) {
      guard let facts = try DiscoveredLight.read(id, under: origin.root) else { return }
      if facts.maximum == light.facts.maximum { handle(.light(id, .rejected)) } else { change(facts) }
    } catch {
      // Callers must not wait for a light whose range cannot be read.
      handle(.light(id, .refused(Fault(.refused, "\(error)"))))
    }
  }
}

extension LightEvent {
  /// A writer's report as an event of its light; nil for a report that the daemon handles itself.
  fileprivate init?(_ report: WriterReport, at now: Moment) {
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
  init(_ facts: DiscoveredLight) {
    let isUnknown = facts.monitor != nil && facts.maximum == 0
    self.init(kind: facts.kind, maximum: isUnknown ? nil : facts.maximum, scale: facts.scale)
  }
}

extension PendingRestore {
  /// The base level that the record holds, in the range that it was recorded in; nil where that is no range.
  fileprivate func recordedBase(of facts: DiscoveredLight, settings: Core.Settings) -> RecordedBase? {
    let override = settings.overrides[facts.id] ?? LightOverride()
    guard let range = override.range(of: LightDevice(facts), maximum: maximum) else { return nil }
    let setting = Share(exactText: share).flatMap { range.setting(raw: raw, said: $0) } ?? range.setting(raw: raw)
    return RecordedBase(Base(setting, allowsOff: allowsOff), in: range)
  }
}
