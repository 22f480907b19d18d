import Brightness
import ControlAPI
import EventLoop
import Hardware
import Varlink

/// What is answered about the daemon itself.
extension BrightnessDaemon {
  nonisolated var healthInterface: ServedInterface {
    .health(report: { [weak self] call, _ in self?.assumeIsolated { $0.report(call) } })
  }

  private func report(_ call: ControlCall<HealthInterface.Report>) {
    let mayChange = may(call.call, .change)
    var reply = keeper.assumeIsolated { $0.report(mayChange: mayChange) }
    reply.group = group
    reply.complaints = complaints.map(HealthInterface.Complaint.init)
    call.reply(reply)
  }
}

extension LightKeeper {
  fileprivate func report(mayChange: Bool) -> HealthInterface.Report.Reply {
    var reply = HealthInterface.Report.Reply(sysfs: origin.root, mayChange: mayChange)
    let setAside = registry?.assumeIsolated { $0.choice.setAside } ?? []
    reply.setAside = setAside.map(HealthInterface.SetAside.init)
    reply.debts = records.debts.compactMap(debt)
    reply.doubt = records.doubt.map(\.description)
    let now = LoopClock.Instant.now
    reply.foreignChanges = kept.sorted { $0.key.description < $1.key.description }.flatMap { id, light in
      HealthInterface.ForeignChange.all(light.foreign, of: id, at: now)
    }
    return reply
  }

  /// What is on record of a light while it is held is owed only afterwards.
  private func debt(_ debt: Debt) -> HealthInterface.Debt? {
    let id = debt.light.inMind
    if kept[id] != nil, lights[id]?.standing == .held { return nil }
    let trouble = kept[id].map(\.trouble) ?? .away
    return HealthInterface.Debt(
      light: id.description,
      raw: debt.raw,
      maximum: debt.maximum,
      reason: trouble?.reason
    )
  }
}

extension HealthInterface.Complaint {
  fileprivate init(_ complaint: Complaint) {
    self.init(
      file: complaint.file,
      line: complaint.line,
      sentence: complaint.sentence,
      ignored: !complaint.isError
    )
  }
}

extension HealthInterface.SetAside {
  fileprivate init(_ setAside: SetAside) {
    self.init(
      light: setAside.id.description,
      why: HealthInterface.Why(setAside.reason),
      reason: "\(setAside.reason)"
    )
  }
}

extension HealthInterface.Why {
  fileprivate init(_ reason: SetAside.Reason) {
    switch reason {
    case .hasNoSteps: self = .noSteps
    case .isIgnored: self = .ignored
    case .settingsName: self = .notNamed
    case .isBehind: self = .behind
    case .isDisconnected, .isDark: self = .dark
    case .isUndecided: self = .undecided
    case .isUnreadable: self = .unreadable
    }
  }
}

extension HealthInterface.ForeignChange {
  fileprivate static func all(_ changes: ForeignChanges, of light: Brightness.LightID, at now: LoopClock.Instant)
    -> [Self]
  {
    HealthInterface.Mover.allCases.compactMap { mover in
      guard let seen = changes.seen[ChangeSource(mover)] else { return nil }
      return Self(light: light.description, mover: mover, count: seen.count, age: seen.last.duration(to: now))
    }
  }
}

extension ChangeSource {
  fileprivate init(_ mover: HealthInterface.Mover) {
    switch mover {
    case .hotkey: self = .hotkey
    case .program: self = .sysfs
    case .unknown: self = .unknown
    }
  }
}
