import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Hardware
import Service
import StateFiles

extension BrightnessDaemon: HealthServer {
  public func report(_ call: MethodCall<HealthInterface.Report>) {
    let now = core.now()
    call.reply(
      HealthInterface.Report.Reply(
        version: Version.current,
        age: now - started,
        sysfs: lights.root,
        mayChange: may(call.call, .change),
        groups: policy.groups.map(\.name),
        unusedLights: unusedLights,
        pendingRestores: pendingRestores,
        corruptRecord: lights.corruptRecord.map(\.description),
        lastingProblem: lights.lastingProblem.map(\.description),
        configProblems: problems.map {
          .init(file: $0.file, line: $0.line, sentence: $0.sentence, ignored: $0.effect == .skipped)
        },
        externalChanges: externalChanges(at: now),
        monitorWrites: monitorWrites
      )
    )
  }

  /// External changes of each light; for a keyboard, the sum of all its LEDs.
  private func externalChanges(at now: Moment) -> [HealthInterface.ExternalChange] {
    let lights = Dictionary(grouping: state.lights.values, by: \.visibleID).sorted { $0.key < $1.key }
    return lights.flatMap { id, parts in
      HealthInterface.ChangeSource.allCases.compactMap { source in
        // For the kernel, a write by another program comes from `sysfs`.
        let changes = parts.compactMap { $0.externalChanges[ChangeSource(rawValue: source.rawValue) ?? .sysfs] }
        let count = changes.reduce(0) { $0 + $1.count }
        return changes.map { now - $0.last }.min().map {
          .init(light: id.description, source: source, count: count, age: $0)
        }
      }
    }
  }

  /// Unused devices; the LEDs of a keyboard are one entry if none of them is used.
  private var unusedLights: [HealthInterface.UnusedLight] {
    var seen: Set<LightID> = []
    let unused = lights.unused.map { ($0.id, entry(of: $0)) }
    let unreadable = lights.unreadable.map { id, fault in
      (id, Unused(light: id.description, reason: .unreadable, sentence: fault.reason))
    }
    return (unused + unreadable).compactMap { id, entry in
      let light = state.view(of: id) == nil ? id.visible : id
      guard seen.insert(light).inserted else { return nil }
      var entry = entry
      entry.light = light.description
      return entry
    }
  }

  private typealias Unused = HealthInterface.UnusedLight

  private func entry(of light: UnusedLight) -> Unused {
    Unused(
      light: light.id.description,
      reason: .init(light.reason),
      sentence: "\(light.reason)",
      leavesScreen: light.leavesScreen ? true : nil
    )
  }

  /// The writes of each monitor that was written.
  private var monitorWrites: [HealthInterface.MonitorWrites] {
    lights.monitorWrites.sorted { $0.key < $1.key }.filter { $1.writes > 0 }.map { id, wear in
      .init(light: id.description, all: wear.writes, forPrograms: wear.writesByPrograms)
    }
  }

  public func allowMonitor(
    _ call: MethodCall<HealthInterface.AllowMonitor>,
    _ request: HealthInterface.AllowMonitor
  ) {
    guard may(call.call, .change) else { return call.call.fail(ServiceError.permissionDenied) }
    let named: [LightID]
    do throws(LightsError) { named = try names.lights(request.light) } catch {
      return call.call.fail(ServiceError.invalidParameter("light", reason: error.reasonOfName))
    }
    let models = Set(named.compactMap { lights[$0]?.model })
    if models.isEmpty {
      return call.call.fail(
        ServiceError.invalidParameter("light", reason: "\(request.light.quotedInShort) names no monitor")
      )
    }
    do throws(StateFileError) {
      call.reply(HealthInterface.AllowMonitor.Reply(wasBlocked: try lights.allow(models)))
    } catch {
      log(.error, "\(error)")
      call.call.fail(ServiceError.permissionDenied)
    }
  }

  /// One for each light; for a keyboard, preferably one with an obstacle.
  private var pendingRestores: [HealthInterface.PendingRestore] {
    var pending: [HealthInterface.PendingRestore] = []
    for restore in lights.restores.compactMap(pendingRestore) {
      if let index = pending.firstIndex(where: { $0.light == restore.light }) {
        if pending[index].reason == nil { pending[index] = restore }
      } else {
        pending.append(restore)
      }
    }
    return pending
  }

  /// A record as a pending restore; nil while the light is held, since it has to be restored only
  /// afterwards.
  private func pendingRestore(_ record: PendingRestore) -> HealthInterface.PendingRestore? {
    let light = state.lights[record.light]
    if light?.device != nil, light?.view?.state == .held { return nil }
    let fault = light?.device == nil ? Fault.disconnected : light?.fault
    return HealthInterface.PendingRestore(
      light: record.light.visible.description,
      raw: record.raw,
      maximum: record.maximum,
      reason: fault?.reason
    )
  }
}

extension HealthInterface.UnusedReason {
  fileprivate init(_ reason: UnusedReason) {
    switch reason {
    case .hasNoSteps: self = .noSteps
    case .isIgnored: self = .ignored
    case .configured: self = .notNamed
    case .outranked: self = .behind
    case .isDisconnected, .isDark: self = .dark
    case .isUndecided: self = .undecided
    case .isLeftOver: self = .behind
    case .isUnreadable: self = .unreadable
    case .isUnreachable: self = .unreachable
    }
  }
}
