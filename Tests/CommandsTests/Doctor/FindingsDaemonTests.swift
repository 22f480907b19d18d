import ControlAPI
import EventLoop
import Model
import Testing

@testable import Commands

@Suite struct FindingsDaemonTests {
  @Test func `of a machine that is well every line is well`() {
    let findings = findings(.well, [.panel])

    #expect(findings.isWell)
    #expect(
      findings.lines(on: .file) == [
        "well   daemon  brightnessd \(Version.current) answers at '/run/socket'",
        "well   right   you may change lights",
        "well   light   backlight/intel_backlight is a panel at 40%", "all is well",
      ]
    )
  }

  @Test(arguments: [
    (LightsInterface.State.restoring, "debt", "backlight/intel_backlight has not returned to 40%: it sleeps"),
    (.unavailable, "light", "backlight/intel_backlight cannot be written: it sleeps"),
  ])
  func `a light in trouble is wrong`(standing: LightsInterface.State, subject: String, sentence: String) {
    let light = Light.panel.with { ($0.state, $0.reason) = (standing, "it sleeps") }

    let findings = findings(.well, [light])

    #expect(!findings.isWell)
    #expect(findings.all.last?.subject == subject)
    #expect(findings.all.last?.sentence == sentence)
  }

  @Test func `a light that is on its way to its base is well`() {
    var report = Report.well
    report.pendingRestores = [.init(light: Light.panel.id, raw: 40, maximum: 100, reason: nil)]

    let findings = findings(report, [Light.panel.with { $0.state = .restoring }])

    #expect(findings.isWell)
    #expect(findings.lines(on: .file).contains("well   light   backlight/intel_backlight is a panel on its way to 40%"))
  }

  @Test func `what to do about a user's own daemon is said to that user's systemd`() {
    let light = Light.panel.with { ($0.state, $0.reason) = (.restoring, "it sleeps") }
    var report = Report.well
    report.version = "0"
    report.configProblems = [.init(file: "/a", line: nil, sentence: "no", ignored: false)]

    var findings = Findings()
    findings.isOfUser = true
    findings.add(report, [light], at: "/run/socket")

    #expect(
      findings.all.compactMap(\.advice) == [
        "`systemctl --user restart brightnessd` after an update",
        "wait, since it is tried again; `journalctl --user-unit brightnessd` says more",
        "mend it, then `systemctl --user reload brightnessd`",
      ]
    )
  }

  @Test func `a machine without a light is not well`() {
    #expect(faults(.well, []) == ["no light was found in '/sys'"])
  }

  @Test func `whoever may not change lights is told who may`() {
    var report = Report.well
    report.mayChange = false
    let withoutGroup = findings(report, [.panel]).all[1]
    report.group = "video"
    let withGroup = findings(report, [.panel]).all[1]

    #expect(withoutGroup.grade == .wrong)
    #expect(withoutGroup.advice == "name a group of yours by Group= in /etc/brightnessd.conf")
    #expect(withGroup.advice == "`usermod --append --groups video USER` as root, and log in again")
  }

  @Test(arguments: [
    (HealthInterface.UnusedReason.noSteps, false), (.ignored, false), (.notNamed, false), (.behind, false),
    (.dark, false), (.undecided, true), (.unreadable, true),
  ])
  func `a device that is not used is wrong only where nobody has decided that`(
    reason: HealthInterface.UnusedReason,
    isWrong: Bool
  ) {
    var report = Report.well
    report.unusedLights = [.init(light: "backlight/b", reason: reason, sentence: "so it is")]

    let findings = findings(report, [.panel])

    #expect(findings.isWell != isWrong)
    #expect(findings.all.last?.sentence == "backlight/b is not used: so it is")
  }

  @Test func `what is owed is told once, beside the light or for itself`() {
    let light = Light.panel.with { $0.state = .restoring }
    var report = Report.well
    report.pendingRestores = [
      .init(light: light.id, raw: 60, maximum: 100),
      .init(light: "backlight/ddcci5", raw: 30, maximum: 100, reason: "it is not there"),
    ]

    let debts = findings(report, [light]).all.filter { $0.subject == "debt" }

    #expect(debts.map(\.object) == [light.id, "backlight/ddcci5"])
    #expect(debts.last?.sentence == "backlight/ddcci5 is owed 30 of 100: it is not there")
  }

  @Test func `what is wrong with the configuration and the record is wrong`() {
    var report = Report.well
    report.corruptRecord = "cannot trust 'debts'"
    report.configProblems = [
      .init(file: "/etc/a.conf", line: 3, sentence: "cannot use it", ignored: false),
      .init(file: "/etc/a.conf", line: 4, sentence: "not known", ignored: true),
    ]

    #expect(faults(report, [.panel]) == ["cannot trust 'debts'", "/etc/a.conf:3: cannot use it"])
  }

  @Test func `changes past the daemon are a note with what they count as`() {
    var report = Report.well
    report.externalChanges = [
      .init(light: "backlight/a", source: .program, count: 3, age: .seconds(90)),
      .init(light: "backlight/a", source: .hotkey, count: 1, age: .seconds(1)),
    ]

    let findings = findings(report, [.panel])

    #expect(findings.isWell)
    #expect(
      findings.all.suffix(2).map(\.sentence) == [
        "backlight/a was moved by another program 3 times, last 1m30s ago",
        "backlight/a was moved by the machine's keys once, last 1s ago",
      ]
    )
  }

  @Test func `a daemon of another version is a note`() {
    var report = Report.well
    report.version = "0.0.9"

    let daemon = findings(report, [.panel]).all[0]

    #expect(daemon.grade == .note)
    #expect(daemon.sentence == "brightnessd 0.0.9 answers at '/run/socket', and this is \(Version.current)")
  }

  private typealias Report = HealthInterface.Report.Reply

  private func findings(_ report: Report, _ lights: [Light]) -> Findings {
    var findings = Findings()
    findings.add(report, lights, at: "/run/socket")
    return findings
  }

  private func faults(_ report: Report, _ lights: [Light]) -> [String] {
    findings(report, lights).all.filter { $0.grade == .wrong }.map(\.sentence)
  }
}

extension HealthInterface.Report.Reply {
  fileprivate static let well = Self(
    version: Version.current,
    sysfs: "/sys",
    mayChange: true,
    unusedLights: [],
    pendingRestores: [],
    configProblems: [],
    externalChanges: []
  )
}
