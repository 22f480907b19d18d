import Brightness
import ControlAPI
import EventLoop
import Hardware
import Model

/// A monitor that is connected and was not read yet: nothing was sent to it, or it did not answer.
///
/// The core does not know it before its first reply, which says what range it has. Until then it is listed, can be named, and is covered by
/// claims. It is read when a client that may change lights asks for its level or sets it, when a claim covers it, and when a restore is
/// pending; never because it is there.
struct UnreadMonitor {
  let record: PendingRestore?
  let formerly: LightID?
  /// Why it could not be read.
  var reason: String?
}

extension BrightnessDaemon {
  /// Notes a monitor that was connected, so that it is listed. It is read only if something waits for it.
  func noteUnread(_ monitor: UnreadMonitor, _ id: LightID) {
    connected[id]?.unread = monitor
    if monitor.record != nil || state.isClaimed(id) { ask(id, isAwaited: true) }
  }

  /// Reads the monitors that the claims of this turn cover, and gives up on those that no claim covers any more.
  func askClaimedMonitors(_ output: Output) {
    guard !output.beganToCount.isEmpty || output.someCeasedToCount else { return }
    for (id, light) in connected where light.unread != nil {
      if output.beganToCount.contains(where: { state.isClaimed(id, by: $0) }) {
        ask(id, isAwaited: true)
      } else if output.someCeasedToCount, !state.isClaimed(id) {
        light.writer.assumeIsolated { $0.stopAsking() }
      }
    }
  }

  private func ask(_ id: LightID, isAwaited: Bool) {
    readers[id] = readers[id] ?? []
    connected[id]?.writer.assumeIsolated { $0.ask(isAwaited: isAwaited) }
  }

  /// Reads a monitor for the first time, and calls back when that ends; at once if the light was read before.
  func readMonitor(_ id: LightID, then done: @escaping () -> Void) {
    guard connected[id]?.unread != nil else { return done() }
    readers[id, default: []].append(done)
    ask(id, isAwaited: false)
  }

  /// Reads the monitors of a model that may be contacted again, if a claim or a pending restore waits for them.
  func askAgain(_ model: String) {
    for (id, light) in connected where light.facts.model == model {
      if let unread = light.unread, unread.record != nil || state.isClaimed(id) { ask(id, isAwaited: true) }
    }
  }

  /// Calls those that wait for a first reading, after a report that decides it.
  func finishFirstReading(of id: LightID, _ report: WriterReport) {
    switch report {
    case .found, .refused, .hangs: finishFirstReading(of: id)
    default: break
    }
  }

  private func finishFirstReading(of id: LightID) {
    guard let done = readers.removeValue(forKey: id) else { return }
    for done in done { done() }
    noteRest()
  }

  /// Takes what the writer of a monitor reports. Returns false if it is for the core.
  func takeOfMonitor(_ report: WriterReport, _ light: ConnectedLight) -> Bool {
    let id = light.facts.id
    switch report {
    case .measured(let maximum, let level):
      takeRange(of: id, light, maximum, level)
      return true
    case .refused(let error, _) where light.unread != nil:
      if light.unread?.reason != error.reason { log(.warning, "\(error)", kind: id.description) }
      connected[id]?.unread?.reason = error.reason
    case .hangs where light.unread != nil: connected[id]?.unread?.reason = Fault.busHangs.reason
    case _ where light.unread != nil: break
    default: return false
    }
    finishFirstReading(of: id, report)
    return true
  }

  /// Takes the range that a monitor says it has. With the first one it appears in the core.
  private func takeRange(of id: LightID, _ light: ConnectedLight, _ maximum: Int, _ level: Int) {
    var facts = light.facts
    facts.maximum = maximum
    connected[id]?.facts = facts
    guard let unread = light.unread else { return handle(.light(id, .changed(LightDevice(facts)))) }
    connected[id]?.unread = nil
    introduce(facts, stillValid(unread.record, light, level), formerly: unread.formerly)
  }

  /// The record of a monitor, unless the user or another system may have set it since the machine was off: a monitor that shows none of the
  /// levels that we left is not restored, and its record is removed.
  private func stillValid(_ record: PendingRestore?, _ light: ConnectedLight, _ level: Int) -> PendingRestore? {
    guard let record, records.isOfEarlierBoot(record), !record.left.contains(level) else { return record }
    light.writer.assumeIsolated { $0.dropRecord() }
    do throws(LightError) {
      try records.clear(record.light, at: record.anchor)
    } catch {
      log(.error, "\(error)")
    }
    return nil
  }

  /// Notes where a monitor is connected now. Its range is what it said last.
  func changeMonitor(_ facts: DiscoveredLight) {
    guard let light = connected[facts.id], let monitor = facts.monitor else { return }
    var facts = facts
    facts.maximum = light.facts.maximum
    connected[facts.id]?.facts = facts
    light.monitor?.use(monitor)
    // Before the update, which may begin a job that waits: what was seen is older than that job.
    noteWhetherLit(facts)
    light.writer.assumeIsolated { $0.update(facts) }
  }

  private func noteWhetherLit(_ facts: DiscoveredLight) {
    guard let light = connected[facts.id] else { return }
    if !facts.isLit {
      light.writer.assumeIsolated { $0.noteDark() }
    } else if isWatchedForSleep(facts.id, light) {
      light.writer.assumeIsolated { $0.noteLit() }
    }
  }

  /// Looks every five seconds whether a monitor fell asleep or woke up: the kernel sends no event about that, and many forget their level. Only
  /// monitors that were read, while they are held, have a pending restore, or keep their base level.
  func watchSleep() {
    guard sleepWatch == nil, connected.contains(where: { isWatchedForSleep($0, $1) }) else { return }
    let deadlines = attributeIO.deadlines ?? .of(loop)
    sleepWatch = deadlines.at(deadlines.now().advanced(by: .seconds(5))) { [weak self] in
      self?.assumeIsolated { $0.lookForSleep() }
    }
  }

  private func lookForSleep() {
    sleepWatch = nil
    for (id, light) in connected where isWatchedForSleep(id, light) {
      if let facts = light.facts.changedBySleep() { changeMonitor(facts) } else { noteWhetherLit(light.facts) }
    }
    watchSleep()
  }

  private func isWatchedForSleep(_ id: LightID, _ light: ConnectedLight) -> Bool {
    light.monitor != nil && light.unread == nil && state.mayRead(id)
  }

  func disconnectMonitor(_ light: ConnectedLight) {
    guard light.monitor != nil else { return }
    wear[light.facts.id] = light.writer.assumeIsolated { $0.wear }
    finishFirstReading(of: light.facts.id)
  }

  /// The monitors that the core does not know, as clients see them.
  var unreadMonitors: [LightsInterface.Light] {
    connected.values.compactMap { light in
      let id = light.facts.id
      guard let unread = light.unread, state.view(of: id) == nil else { return nil }
      return LightsInterface.Light(
        id: id.description,
        kind: state.settings.overrides[id]?.kind ?? .monitor,
        alias: state.settings.overrides[id]?.alias,
        model: light.facts.modelName,
        connector: light.facts.connector,
        raw: 0,
        maximum: 0,
        level: 0,
        base: 0,
        baseRaw: 0,
        floor: 0,
        state: .unread,
        session: nil,
        scene: nil,
        reason: unread.reason
      )
    }
  }

  func unreadError(_ id: LightID) -> LightsError { .notWritable(light: id.description, reason: unreadReason(id)) }

  /// Why a light has no level.
  func unreadReason(_ id: LightID) -> String {
    guard let light = connected[id] else { return Fault.disconnected.reason }
    return light.unread?.reason ?? "its level is not known before a user who may change it asks for it"
  }
}
