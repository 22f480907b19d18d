import Brightness
import BrightnessEventLoop
import BrightnessModel
import Hardware
import Service
import StateFiles

/// The connected lights.
///
/// It owns what finds, reads and writes them: the registry, a writer for each light, and the
/// restore records. What devices and writers report becomes an action of the core here; what the
/// core wants of the lights comes from `BrightnessDaemon.perform`. It decides nothing about levels.
///
/// The daemon alone uses it, on the loop. It is a class because calls re-enter: a writer that gets
/// a request may report at once, and that report is handled before the call returns.
final class ConnectedLights {
  private let loop: EventLoop
  private let origin: any LightOrigin
  private let settings: LightSettings
  private let attributeIO: AttributeIO
  private let records: RestoreRecordFile
  private let core: RunningCore
  private let log: Log
  /// Set by `find`; callbacks of the loop reach this object through the daemon.
  private weak var daemon: BrightnessDaemon?
  private var registry: LightRegistry?
  private var connected: [LightID: ConnectedLight] = [:]
  /// The wear of monitors that are unplugged now.
  private var wearOfUnplugged: [LightID: WearBudget] = [:]
  /// Cancels the next check for sleeping monitors; nil while there is none to check.
  private var cancelSleepCheck: Deadlines.Cancel?

  init(
    _ origin: any LightOrigin,
    on loop: EventLoop,
    settings: LightSettings,
    attributeIO: AttributeIO,
    records: RestoreRecordFile,
    _ core: RunningCore,
    _ log: Log
  ) {
    self.origin = origin
    self.loop = loop
    self.settings = settings
    self.attributeIO = attributeIO
    self.records = records
    self.core = core
    self.log = log
  }

  /// Finds the lights and keeps them up to date; those of the kernel are read. Nothing is written,
  /// unless a restore record or a claim says so.
  func find(for daemon: BrightnessDaemon) throws {
    self.daemon = daemon
    let registry = LightRegistry(
      origin,
      on: loop,
      settings: settings,
      findsMonitors: attributeIO.monitors != nil,
      sensorsChanged: { [weak daemon] in daemon?.assumeIsolated { $0.sensing.devicesChanged() } }
    ) { [weak daemon] events in
      daemon?.assumeIsolated { $0.lights.handle(events) }
    }
    self.registry = registry
    try registry.assumeIsolated { try $0.findLights() }
  }
}

/// What the core requests. Disconnected lights are skipped.
extension ConnectedLights {
  func apply(_ requests: [(light: LightID, request: TargetRequest)]) {
    for (id, request) in requests { connected[id]?.apply(request) }
  }

  /// Reads lights again after a sleep.
  func reread(_ ids: [LightID], after sleep: Duration) {
    for id in ids { connected[id]?.reread(after: sleep) }
  }

  /// Reads lights, which also retries refused writes.
  func retry(_ ids: [LightID]) {
    for id in ids { connected[id]?.read() }
  }

  /// Tells the writers of unread monitors whether to read them.
  func setFirstReadings(_ readings: [(light: LightID, reading: FirstReading)]) {
    for (id, reading) in readings { connected[id]?.setFirstReading(reading) }
  }

  /// Allows messages to the monitors of some models, and returns whether they were blocked for one
  /// of them.
  func allow(_ models: Set<String>) throws(StateFileError) -> Bool {
    var wasBlocked = false
    for model in models.sorted() where try attributeIO.monitors?.allow(model) == true {
      wasBlocked = true
      for (id, known) in connected where known.light.model == model { core.handle(.light(id, .allowed)) }
    }
    return wasBlocked
  }
}

/// What the interfaces show of the lights.
extension ConnectedLights {
  /// What is known of a connected light.
  subscript(id: LightID) -> DiscoveredLight? { connected[id]?.light }

  /// The root of the tree that the lights are found in.
  var root: String { origin.root }

  /// The devices that are not used as lights, with the reasons.
  var unused: [UnusedLight] { registry?.assumeIsolated { $0.choice.unused } ?? [] }

  /// Lights of the kernel that could not be read since they were connected, sorted. No client sees
  /// them before that.
  var unreadable: [(light: LightID, fault: Fault)] {
    let state = core.state
    let ids = connected.filter { !$1.isMonitor && state.lights[$0]?.view == nil }.keys.sorted()
    return ids.compactMap { id in state.lights[id]?.fault.map { (id, $0) } }
  }

  /// The writes of each monitor since the start.
  var monitorWrites: [LightID: WearBudget] {
    wearOfUnplugged.merging(connected.compactMapValues(\.wear)) { $1 }
  }

  var restores: [PendingRestore] { records.restores }
  var corruptRecord: StateFileError? { records.corruptRecord }
  var lastingProblem: StateFileError? { records.lastingProblem }
}

/// Devices appear, change and go.
extension ConnectedLights {
  private func handle(_ events: [LightRegistry.Event]) {
    let formerNames = Dictionary(uniqueKeysWithValues: events.compactMap(\.formerName))
    var matching: RestoreMatching?
    for event in events {
      switch event {
      case .connected(let light):
        matching = matching ?? matchRecords(formerNames)
        connect(light, matching)
      case .renamed(let light, let former):
        matching = matching ?? matchRecords(formerNames)
        disconnect(former)
        wearOfUnplugged[light.id] = wearOfUnplugged.removeValue(forKey: former)
        connect(light, matching, formerly: former)
      case .changed(let light): change(light)
      case .disconnected(let id): disconnect(id)
      case .mayHaveChanged(let id, let change):
        if core.state.isFollowed(id) { connected[id]?.read(change) }
      case .failed(let error): log(.error, "\(error)")
      }
    }
  }

  private func disconnect(_ id: LightID) {
    // Its writer is released, too, so a report in flight is dropped.
    if let known = connected.removeValue(forKey: id), known.isMonitor { wearOfUnplugged[id] = known.wear }
    core.handle(.light(id, .disconnected))
  }

  /// Matches restore records with all lights at once, since a rule may depend on which lights are
  /// left over.
  private func matchRecords(_ formerNames: [LightID: LightID]) -> RestoreMatching {
    let chosen = registry?.assumeIsolated { $0.choice.chosen } ?? []
    let matching = RestoreMatching(records.restores, among: chosen, formerNames: formerNames)
    do throws(StateFileError) { try records.follow(matching) } catch { log(.error, "\(error)") }
    return matching
  }

  private func connect(_ light: DiscoveredLight, _ matching: RestoreMatching?, formerly: LightID? = nil) {
    let id = light.id
    let match = matching?.matches.first { $0.light == id }
    let record = match.map(\.restoreHere)
    let former = formerly ?? match.map(\.restore.light).flatMap { $0 == id || connected[$0] != nil ? nil : $0 }
    let wear = wearOfUnplugged[id] ?? WearBudget()
    let known = ConnectedLight(light, on: loop, attributeIO, records, record: record, wear: wear) {
      [weak daemon] report in daemon?.assumeIsolated { $0.lights.handle(report, of: id) }
    }
    connected[id] = known
    let base = record.flatMap { $0.recordedBase(of: light, core.state.settings) }
    core.handle(.light(id, .connected(LightDevice(light), record: base, formerly: former)))
    guard !known.isMonitor else { return }
    checkRange(of: light)
    known.readFirst()
  }

  private func change(_ light: DiscoveredLight) {
    guard let known = connected[light.id] else { return }
    if known.isMonitor { return change(known, to: light) }
    known.update(light)
    core.handle(.light(light.id, .changed(LightDevice(light))))
    known.updateWriter()
  }

  /// Warns if the configured range leaves nothing of the device's own range.
  private func checkRange(of light: DiscoveredLight) {
    if core.state.settings.override(light.id).hasNoRange(of: LightDevice(light)) {
      log(
        .warning,
        "cannot use Least= and Most= of '\(light.id)': they leave no range of 0 to \(light.maximum)",
        kind: "range of \(light.id.visible)"
      )
    }
  }
}

extension LightRegistry.Event {
  /// The present and the former name of a monitor.
  fileprivate var formerName: (LightID, LightID)? {
    if case .renamed(let light, let former) = self { (light.id, former) } else { nil }
  }
}

/// Writers report.
extension ConnectedLights {
  private func handle(_ report: WriterReport, of id: LightID) {
    guard let known = connected[id] else { return }
    switch report {
    case .outOfRange: rereadRange(of: known.light)
    case .measured(let maximum, let raw): useRange(of: known, to: maximum, showing: raw)
    default: if let event = LightEvent(report, at: core.now()) { core.handle(.light(id, event)) }
    }
  }

  /// The kernel refused a level within the range, so the device may have another range by now.
  private func rereadRange(of light: DiscoveredLight) {
    do throws(LightError) {
      guard let current = try DiscoveredLight.read(light.id, under: origin.root) else { return }
      if current.maximum == light.maximum { core.handle(.light(light.id, .rejected)) } else { change(current) }
    } catch {
      // Callers must not wait for a light whose range cannot be read.
      core.handle(.light(light.id, .refused(Fault(.refused, "\(error)"))))
    }
  }

  /// Applies the range that a monitor reports.
  private func useRange(of known: ConnectedLight, to maximum: Int, showing raw: Int) {
    let isFirst = known.light.maximum == 0
    if let obsolete = known.useRange(to: maximum, showing: raw) { drop(obsolete, of: known.light.id) }
    if isFirst { checkRange(of: known.light) }
    core.handle(.light(known.light.id, .changed(LightDevice(known.light))))
  }

  private func drop(_ record: PendingRestore, of id: LightID) {
    do throws(StateFileError) { try records.clear(record.light, at: record.anchor) } catch { log(.error, "\(error)") }
    core.handle(.light(id, .recordDropped))
  }
}

/// Monitors move to other connectors, and sleep without an event.
extension ConnectedLights {
  private func change(_ monitor: ConnectedLight, to light: DiscoveredLight) {
    monitor.update(light)
    // Do this before the writer's update, which may begin a waiting job: this observation is older
    // than that job.
    monitor.updatePicture(isWatched: isWatchedForSleep(monitor))
    monitor.updateWriter()
  }

  /// Checks every five seconds whether a monitor fell asleep or woke up, because the kernel sends
  /// no event about that, and many monitors forget their level. Watches only monitors that were
  /// read, while they are held, have a pending restore, or keep their base level.
  func watchSleep() {
    guard cancelSleepCheck == nil, connected.values.contains(where: isWatchedForSleep) else { return }
    let deadlines = attributeIO.deadlines ?? .of(loop)
    cancelSleepCheck = deadlines.at(deadlines.now().advanced(by: .seconds(5))) { [weak daemon] in
      daemon?.assumeIsolated { $0.lights.checkForSleep() }
    }
  }

  private func checkForSleep() {
    cancelSleepCheck = nil
    for monitor in connected.values where isWatchedForSleep(monitor) {
      if let light = monitor.light.changedBySleep() {
        change(monitor, to: light)
      } else {
        monitor.updatePicture(isWatched: true)
      }
    }
    watchSleep()
  }

  private func isWatchedForSleep(_ known: ConnectedLight) -> Bool {
    known.isMonitor && core.state.isFollowed(known.light.id)
  }
}
