import Brightness
import EventLoop
import Hardware
import Model

/// What only monitors have: they say their range themselves, they sleep without an event, and their
/// writes are counted.
extension BrightnessDaemon {
  /// Takes the range that a monitor says it has.
  func takeRange(of light: ConnectedLight, _ maximum: Int, _ level: Int) {
    var facts = light.facts
    let isFirst = facts.maximum == 0
    facts.maximum = maximum
    connected[facts.id]?.facts = facts
    if let record = light.earlierRecord {
      connected[facts.id]?.earlierRecord = nil
      if !record.left.contains(level) { drop(record, of: light) }
    }
    if isFirst { checkRange(of: facts) }
    handle(.light(facts.id, .changed(LightDevice(facts))))
  }

  /// Drops the record of an earlier boot: the user or another system may have set the monitor since
  /// the machine was off, as it shows none of the levels that we left.
  private func drop(_ record: PendingRestore, of light: ConnectedLight) {
    light.writer.assumeIsolated { $0.dropRecord() }
    do throws(LightError) {
      try records.clear(record.light, at: record.anchor)
    } catch {
      log(.error, "\(error)")
    }
    handle(.light(light.facts.id, .recordDropped))
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
    light.monitor != nil && state.isFollowed(id)
  }

  func disconnectMonitor(_ light: ConnectedLight) {
    if light.monitor != nil { wear[light.facts.id] = light.writer.assumeIsolated { $0.wear } }
  }
}
