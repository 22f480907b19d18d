import ControlAPI
import EventLoop

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
    for setAside in report.setAside { add(setAside) }
    for debt in report.debts where !lights.contains(where: { $0.id == debt.light && $0.isInTrouble }) { add(debt) }
    if let doubt = report.doubt {
      add(.wrong, "record", "debts", doubt, do: "see whether a light is not as it should be, and set it")
    }
    for complaint in report.complaints { add(complaint) }
    for change in report.foreignChanges { add(change) }
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
    switch light.standing {
    case .free: add(.well, "light", light.id, level)
    case .held: add(.well, "light", light.id, "\(level), held")
    case .owing where light.isOnItsWay:
      add(.well, "light", light.id, "\(light.id) is a \(light.kind.rawValue) on its way to \(light.level.inPercent)")
    case .owing:
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

  private mutating func add(_ setAside: HealthInterface.SetAside) {
    add(
      setAside.why.grade,
      "aside",
      setAside.light,
      "\(setAside.light) is not used: \(setAside.reason)",
      do: setAside.why.advice
    )
  }

  private mutating func add(_ debt: HealthInterface.Debt) {
    let reason = debt.reason.map { ": \($0)" } ?? ""
    add(
      debt.reason == nil ? .note : .wrong,
      "debt",
      debt.light,
      "\(debt.light) is owed \(debt.raw) of \(debt.maximum)\(reason)",
      do: debt.reason == nil ? "wait: it is on its way" : "plug it in again, or wait, since it is tried again"
    )
  }

  private mutating func add(_ complaint: HealthInterface.Complaint) {
    let place = complaint.line.map { "\(complaint.file):\($0)" } ?? complaint.file
    add(
      complaint.ignored ? .note : .wrong,
      "config",
      place,
      "\(place): \(complaint.sentence)",
      do: "mend it, then `\(systemctl) reload brightnessd`"
    )
  }

  private mutating func add(_ change: HealthInterface.ForeignChange) {
    let mover =
      switch change.mover {
      case .hotkey: "by the machine's keys"
      case .program: "by another program"
      case .unknown: "by somebody"
      }
    let times = change.count == 1 ? "once" : "\(change.count) times"
    add(
      .note,
      "writer",
      change.light,
      "\(change.light) was moved \(mover) \(times), last \(change.age.inShort) ago",
      do: change.mover == .hotkey ? nil : "if nobody wanted that, see who runs: it counts as the person's choice"
    )
  }
}

extension LightsInterface.Light {
  fileprivate var isInTrouble: Bool { standing == .owing && !isOnItsWay || standing == .unavailable }
}

extension HealthInterface.Why {
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
