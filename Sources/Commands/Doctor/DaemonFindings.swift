import ControlAPI
import EventLoop
import Model

/// What the daemon says.
extension Findings {
  mutating func add(_ report: HealthInterface.Report.Reply, _ lights: [LightsInterface.Light], at socket: String) {
    addDaemon(report, socket)
    if lights.isEmpty {
      add(
        .wrong,
        "light",
        "lights",
        "no light was found in '\(report.sysfs)'",
        do: "see whether the kernel has a driver for the panel: it would be in \(report.sysfs)/class/backlight"
      )
    }
    for light in lights { add(light) }
    for light in report.unusedLights { add(light) }
    for restore in report.pendingRestores where !lights.contains(where: { $0.id == restore.light && $0.isInTrouble }) {
      add(restore)
    }
    if let problem = report.corruptRecord {
      add(.wrong, "record", "debts", problem, do: "see whether a light is not as it should be, and set it")
    }
    for problem in report.configProblems { add(problem) }
    for change in report.externalChanges { add(change) }
  }

  private mutating func addDaemon(_ report: HealthInterface.Report.Reply, _ socket: String) {
    let own = Version.current
    add(
      report.version == own ? .well : .note,
      "daemon",
      socket,
      "brightnessd \(report.version) answers at '\(socket)'\(report.version == own ? "" : ", and this is \(own)")",
      do: report.version == own ? nil : "`\(systemctl) restart brightnessd` after an update"
    )
    if report.mayChange { return add(.well, "right", "change", "you may change lights") }
    let cure = report.group.map { "`usermod --append --groups \($0) USER` as root, and log in again" }
    add(
      .wrong,
      "right",
      "change",
      "you may read, and not change lights",
      do: cure ?? "name a group of yours by Group= in /etc/brightnessd.conf"
    )
  }

  private mutating func add(_ light: LightsInterface.Light) {
    let level = "\(light.id) is a \(light.kind.rawValue) at \(light.level.inPercent)"
    switch light.state {
    case .free: add(.well, "light", light.id, level)
    case .held: add(.well, "light", light.id, "\(level), held")
    case .restoring where light.isOnItsWay:
      add(.well, "light", light.id, "\(light.id) is a \(light.kind.rawValue) on its way to \(light.level.inPercent)")
    case .restoring:
      let reason = light.reason.map { ": \($0)" } ?? ""
      add(
        .wrong,
        "debt",
        light.id,
        "\(light.id) has not returned to \(light.base.inPercent)\(reason)",
        do: patience
      )
    case .unavailable:
      add(
        .wrong,
        "light",
        light.id,
        "\(light.id) cannot be written\(light.reason.map { ": \($0)" } ?? "")",
        do: patience
      )
    }
  }

  private var systemctl: String { isOfUser ? "systemctl --user" : "systemctl" }

  private var patience: String {
    "wait, since it is tried again; `journalctl \(isOfUser ? "--user-unit" : "--unit") brightnessd` says more"
  }

  private mutating func add(_ light: HealthInterface.UnusedLight) {
    add(
      light.reason.grade,
      "aside",
      light.light,
      "\(light.light) is not used: \(light.sentence)",
      do: light.reason.advice
    )
  }

  private mutating func add(_ restore: HealthInterface.PendingRestore) {
    let reason = restore.reason.map { ": \($0)" } ?? ""
    add(
      restore.reason == nil ? .note : .wrong,
      "debt",
      restore.light,
      "\(restore.light) is owed \(restore.raw) of \(restore.maximum)\(reason)",
      do: restore.reason == nil ? "wait: it is on its way" : "plug it in again, or wait, since it is tried again"
    )
  }

  private mutating func add(_ problem: HealthInterface.ConfigProblem) {
    let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    add(
      problem.ignored ? .note : .wrong,
      "config",
      place,
      "\(place): \(problem.sentence)",
      do: "mend it, then `\(systemctl) reload brightnessd`"
    )
  }

  private mutating func add(_ change: HealthInterface.ExternalChange) {
    let source =
      switch change.source {
      case .hotkey: "by the machine's keys"
      case .program: "by another program"
      case .unknown: "by somebody"
      }
    let times = change.count == 1 ? "once" : "\(change.count) times"
    add(
      .note,
      "writer",
      change.light,
      "\(change.light) was moved \(source) \(times), last \(change.age.inShort) ago",
      do: change.source == .hotkey ? nil : "if nobody wanted that, see who runs: it counts as the person's choice"
    )
  }
}

extension LightsInterface.Light {
  fileprivate var isInTrouble: Bool { state == .restoring && !isOnItsWay || state == .unavailable }
}

extension HealthInterface.UnusedReason {
  fileprivate var grade: Finding.Grade { self == .undecided || self == .unreadable ? .wrong : .note }

  fileprivate var advice: String? {
    switch self {
    case .noSteps: nil
    case .ignored: "take it out of Ignore= in brightnessd.conf, if it is wanted"
    case .notNamed, .behind, .dark: "name it by Panel= in brightnessd.conf, if it is the one that works"
    case .undecided: "name the right one by Panel= in brightnessd.conf"
    case .unreadable: "see what its driver says in `dmesg`"
    }
  }
}
