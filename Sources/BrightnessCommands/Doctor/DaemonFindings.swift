import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Commands

/// Findings from the daemon's report.
extension Findings {
  mutating func add(
    _ report: HealthInterface.Report.Reply,
    _ lights: [Light],
    at socket: String,
    in system: SystemView
  ) {
    addDaemon(report, socket)
    if lights.isEmpty {
      let fix = fixWithoutLights(report.sysfs, in: system)
      add(.problem, "light", "lights", "no light was found in '\(report.sysfs)'", fix: fix)
    }
    for light in lights { add(light) }
    for light in report.unusedLights { add(light) }
    for restore in report.pendingRestores where !lights.contains(where: { $0.id == restore.light && $0.hasProblem }) {
      add(restore)
    }
    if let problem = report.corruptRecord {
      let fix = "check the lights, and set any level that is wrong; it is reported until the next start"
      add(.problem, "record", "restore-records", problem, fix: fix)
    }
    if let problem = report.lastingProblem, lights.contains(where: { $0.kind == .monitor }) {
      let message = "monitors are not restored after a power cut: \(problem)"
      add(.note, "record", "monitors", message, fix: "make that folder writable for the daemon, then \(restart)")
    }
    for (index, problem) in report.configProblems.enumerated() {
      add(problem, isLast: index == report.configProblems.count - 1, isOnly: report.configProblems.count == 1)
    }
    for change in report.externalChanges { add(change) }
    for writes in report.monitorWrites { add(writes) }
  }

  private mutating func add(_ light: HealthInterface.UnusedLight) {
    let message = "\(light.light) is not used: \(light.sentence)"
    if light.leavesScreen == true {
      let fix = "report this with the line that `\(Grammar.program) doctor --machine` prints"
      return add(.problem, "unused", light.light, "\(message); no other light is for this screen", fix: fix)
    }
    let application = light.reason.isConfigured ? ", then \(restart)" : ""
    add(light.reason.grade, "unused", light.light, message, fix: light.reason.fix.map { $0 + application })
  }

  /// The fix for a machine without any light. Without modesetting NVIDIA's driver has no
  /// connectors.
  private func fixWithoutLights(_ sysfs: String, in system: SystemView) -> String {
    let hasConnectors = system.names("\(sysfs)/class/drm").contains { $0.has("-") }
    if !hasConnectors, system.names("\(sysfs)/bus/pci/drivers").contains("nvidia") {
      return "start the kernel with nvidia-drm.modeset=1, so that NVIDIA's driver shows what is connected"
    }
    return "check that the kernel has a driver for the panel, which adds it to \(sysfs)/class/backlight; "
      + "for a monitor, that a connector in \(sysfs)/class/drm has the status connected"
  }

  private mutating func addDaemon(_ report: HealthInterface.Report.Reply, _ socket: String) {
    let answer = "brightnessd \(report.version) answers at '\(socket)'"
    if report.version == Version.current {
      add(.ok, "daemon", socket, answer)
    } else {
      add(.note, "daemon", socket, "\(answer), this client is \(Version.current)", fix: "\(restart) after an update")
    }
    if report.mayChange { return add(.ok, "access", "change", "you may change lights") }
    let fix = report.groups.first.map { "run `usermod --append --groups \($0) USER` as root, and log in again" }
    let line = "write Group= with one of your groups below [Daemon]"
    let otherFix = "\(line) in /etc/brightnessd.conf, then \(reload)"
    add(.problem, "access", "change", "you may read lights, but not change them", fix: fix ?? otherFix)
  }

  private mutating func add(_ light: Light) {
    let title = light.fullTitle
    let name = "\(title) is a \(light.kind.rawValue)"
    let level = light.level.inPercent
    let reason = light.reason.map { ": \($0)" } ?? ""
    let log = "the daemon retries; see \(log)"
    switch light.state {
    case .free: add(.ok, "light", light.id, "\(name) at \(level)")
    case .held: add(.ok, "light", light.id, "\(name) at \(level), held")
    case .restoring where light.isChanging: add(.ok, "light", light.id, "\(name), changing to \(level)")
    case .restoring:
      add(.problem, "restore", light.id, "\(title) is not restored to \(light.base.inPercent)\(reason)", fix: log)
    case .unavailable: add(.problem, "light", light.id, "\(title) is unavailable\(reason)", fix: log)
    case .unread: add(.note, "light", light.id, "\(name), \(light.notRead)\(reason)", fix: fix(ofUnread: light))
    }
  }

  /// The fix for a monitor that could not be read, depending on the daemon's reason.
  private func fix(ofUnread light: Light) -> String? {
    guard let reason = light.reason else { return nil }
    let again = "then run `\(Grammar.program) get \(light.connector ?? light.id)`"
    if reason == "it is asleep" { return "wake it up, \(again)" }
    // The reason already contains the fix.
    if reason.has("--allow") { return nil }
    if reason.has("cannot be opened: no such file") { return "run `modprobe i2c-dev` as root, \(again)" }
    if reason.has("cannot be opened: permission denied") {
      return isOfUser
        ? "give your user the buses by a udev rule, \(again)"
        : "run `udevadm trigger --action=add --subsystem-match=i2c-dev` as root, \(again)"
    }
    let exclusion = "write Ignore=\(light.id) below [Lights] in brightnessd.conf, and \(restart)"
    return "turn on DDC/CI in its own menu, \(again); or \(exclusion)"
  }

  private var systemctl: String { isOfUser ? "systemctl --user" : "systemctl" }

  private var restart: String { hasSystemd ? "run `\(systemctl) restart brightnessd`" : "restart brightnessd" }

  private var reload: String { hasSystemd ? "run `\(systemctl) reload brightnessd`" : "send brightnessd SIGHUP" }

  private var log: String {
    hasSystemd ? "`journalctl \(isOfUser ? "--user-unit" : "--unit") brightnessd`" : "its log"
  }

  private mutating func add(_ restore: HealthInterface.PendingRestore) {
    let message = "\(restore.light) has a pending restore to step \(restore.raw) of \(restore.maximum)"
    if let reason = restore.reason {
      let fix = "connect it again, or wait: the daemon retries"
      add(.problem, "restore", restore.light, "\(message): \(reason)", fix: fix)
    } else {
      add(.note, "restore", restore.light, message, fix: "wait: it is in progress")
    }
  }

  private mutating func add(_ writes: HealthInterface.MonitorWrites) {
    let count = writes.all == 1 ? "once" : "\(writes.all) times"
    let share =
      switch (writes.all, writes.forPrograms) {
      case (_, 0): ""
      case (1, _): " for a program"
      default: ", \(writes.forPrograms) of them for programs,"
      }
    add(.ok, "monitor", writes.light, "\(writes.light) was written \(count)\(share) since the daemon started")
  }

  /// The fix is the same for all problems, and is printed below the last one.
  private mutating func add(_ problem: HealthInterface.ConfigProblem, isLast: Bool, isOnly: Bool) {
    let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    let fix = isLast ? "correct \(isOnly ? "it" : "these"), then \(reload)" : nil
    add(problem.ignored ? .note : .problem, "config", place, "\(place): \(problem.sentence)", fix: fix)
  }

  private mutating func add(_ change: HealthInterface.ExternalChange) {
    let source =
      switch change.source {
      case .hotkey: "a hotkey"
      case .program: "another program"
      case .unknown: "an unknown source"
      }
    let times = change.count == 1 ? "once" : "\(change.count) times"
    let message = "\(change.light) was changed by \(source) \(times), last \(change.age.short) ago"
    let fix = "if this is unexpected, find the program: its changes count as the user's"
    add(.note, "external", change.light, message, fix: change.source == .hotkey ? nil : fix)
  }
}

extension HealthInterface.UnusedReason {
  fileprivate var grade: Finding.Grade { self == .undecided || self == .unreadable ? .problem : .note }

  /// Whether the fix is in the configuration, where it applies at the next start.
  fileprivate var isConfigured: Bool { self != .unreadable }

  fileprivate var fix: String? {
    switch self {
    case .noSteps, .unreachable: nil
    case .ignored: "remove it from Ignore= in brightnessd.conf to use it"
    case .notNamed, .behind, .dark: "set Panel= to it in brightnessd.conf if it is the one that works"
    case .undecided: "set Panel= to the right one in brightnessd.conf"
    case .unreadable: "see the messages of its driver in `dmesg`"
    }
  }
}
