import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct DaemonFindingsTests {
  @Test func `a machine without problems has only ok lines`() {
    let findings = findings(.healthy, [.panel])

    #expect(findings.areOK)
    #expect(
      findings.lines(on: .file) == [
        "ok       daemon  brightnessd \(Version.current) answers at '/run/socket'",
        "ok       access  you may change lights",
        "ok       light   backlight/intel_backlight is a panel at 40%", "no problems",
      ]
    )
  }

  @Test(arguments: [
    (LightsInterface.State.restoring, "restore", "backlight/intel_backlight is not restored to 40%: it sleeps"),
    (.unavailable, "light", "backlight/intel_backlight is unavailable: it sleeps"),
  ])
  func `a light that is unavailable or not restored is a problem`(
    state: LightsInterface.State,
    subject: String,
    message: String
  ) {
    let light = Light.panel.with { ($0.state, $0.reason) = (state, "it sleeps") }

    let findings = findings(.healthy, [light])

    #expect(!findings.areOK)
    #expect(findings.all.last?.subject == subject)
    #expect(findings.all.last?.message == message)
  }

  @Test func `a restore in progress is ok`() {
    var report = Report.healthy
    report.pendingRestores = [.init(light: Light.panel.id, raw: 40, maximum: 100, reason: nil)]

    let findings = findings(report, [Light.panel.with { $0.state = .restoring }])

    #expect(findings.areOK)
    #expect(
      findings.lines(on: .file).contains("ok       light    backlight/intel_backlight is a panel, changing to 40%")
    )
  }

  @Test func `fixes for a per-user daemon use the user's systemd`() {
    let light = Light.panel.with { ($0.state, $0.reason) = (.restoring, "it sleeps") }
    var report = Report.healthy
    report.version = "0"
    report.configProblems = [.init(file: "/a", line: nil, sentence: "no", ignored: false)]

    var findings = Findings()
    findings.isOfUser = true
    findings.add(report, [light], at: "/run/socket", in: .with([:]))

    #expect(
      findings.all.compactMap(\.fix) == [
        "run `systemctl --user restart brightnessd` after an update",
        "the daemon retries; see `journalctl --user-unit brightnessd`",
        "correct it, then run `systemctl --user reload brightnessd`",
      ]
    )
  }

  @Test func `without systemd fixes name no command of systemd`() {
    let light = Light.panel.with { ($0.state, $0.reason) = (.restoring, "it sleeps") }
    var report = Report.healthy
    (report.version, report.mayChange) = ("0", false)
    report.configProblems = [.init(file: "/a", line: nil, sentence: "no", ignored: false)]
    report.unusedLights = [.init(light: "backlight/b", reason: .ignored, sentence: "so it is")]

    var findings = Findings()
    findings.hasSystemd = false
    findings.add(report, [light], at: "/run/socket", in: .with([:]))

    #expect(
      findings.all.compactMap(\.fix) == [
        "restart brightnessd after an update",
        "write Group= with one of your groups below [Daemon] in /etc/brightnessd.conf, then send brightnessd SIGHUP",
        "the daemon retries; see its log",
        "remove it from Ignore= in brightnessd.conf to use it, then restart brightnessd",
        "correct it, then send brightnessd SIGHUP",
      ]
    )
  }

  @Test func `a machine without a light is a problem`() {
    #expect(problems(.healthy, []) == ["no light was found in '/sys'"])
  }

  @Test func `the fix for missing access names the first group`() {
    var report = Report.healthy
    report.mayChange = false
    let withoutGroup = findings(report, [.panel]).all[1]
    report.groups = ["video", "44"]
    let withGroup = findings(report, [.panel]).all[1]

    #expect(withoutGroup.grade == .problem)
    let line = "write Group= with one of your groups below [Daemon] in /etc/brightnessd.conf"
    #expect(withoutGroup.fix == "\(line), then run `systemctl reload brightnessd`")
    #expect(withGroup.fix == "run `usermod --append --groups video USER` as root, and log in again")
  }

  @Test(arguments: [
    (HealthInterface.UnusedReason.noSteps, false), (.ignored, false), (.notNamed, false), (.behind, false),
    (.dark, false), (.undecided, true), (.unreadable, true),
  ])
  func `an unused device is a problem only if it is undecided or unreadable`(
    reason: HealthInterface.UnusedReason,
    isProblem: Bool
  ) {
    var report = Report.healthy
    report.unusedLights = [.init(light: "backlight/b", reason: reason, sentence: "so it is")]

    let findings = findings(report, [.panel])

    #expect(findings.areOK != isProblem)
    #expect(findings.all.last?.message == "backlight/b is not used: so it is")
  }

  @Test func `a screen that shows a picture and has no light is a problem`() {
    var report = Report.healthy
    report.unusedLights = [
      .init(light: "ddc/card1-DP-5", reason: .unreachable, sentence: "no bus", leavesScreen: true)
    ]

    let finding = findings(report, [.panel]).all.last

    #expect(finding?.grade == .problem)
    #expect(finding?.message == "ddc/card1-DP-5 is not used: no bus; no other light is for this screen")
    #expect(finding?.fix == "report this with the line that `brightness doctor --machine` prints")
  }

  @Test func `without any light NVIDIA's driver may lack its connectors`() {
    func fix(_ files: [String: String]) -> String? {
      var findings = Findings()
      findings.add(.healthy, [], at: "/run/socket", in: .with(files))
      return findings.all.last?.fix
    }
    let driver = "/sys/bus/pci/drivers/nvidia/bind"

    #expect(fix([driver: ""])?.hasPrefix("start the kernel with nvidia-drm.modeset=1") == true)
    #expect(fix([driver: "", "/sys/class/drm/card0-DP-1/status": ""])?.hasPrefix("check that the kernel") == true)
    #expect(fix([:])?.hasPrefix("check that the kernel") == true)
  }

  @Test func `a pending restore is reported once, with its light or alone`() {
    let light = Light.panel.with { $0.state = .restoring }
    var report = Report.healthy
    report.pendingRestores = [
      .init(light: light.id, raw: 60, maximum: 100),
      .init(light: "backlight/ddcci5", raw: 30, maximum: 100, reason: "it is not there"),
    ]

    let restores = findings(report, [light]).all.filter { $0.subject == "restore" }

    #expect(restores.map(\.object) == [light.id, "backlight/ddcci5"])
    #expect(restores.last?.message == "backlight/ddcci5 has a pending restore to step 30 of 100: it is not there")
  }

  @Test func `errors in the configuration and a corrupt record are problems`() {
    var report = Report.healthy
    report.corruptRecord = "cannot trust 'restore-records'"
    report.configProblems = [
      .init(file: "/etc/a.conf", line: 3, sentence: "cannot use it", ignored: false),
      .init(file: "/etc/a.conf", line: 4, sentence: "not known", ignored: true),
    ]

    #expect(problems(report, [.panel]) == ["cannot trust 'restore-records'", "/etc/a.conf:3: cannot use it"])
  }

  @Test func `a missing record that outlives a reboot is a note where there is a monitor`() {
    var report = Report.healthy
    report.lastingProblem = "cannot create '/var/lib/brightnessd': read-only file system"

    let finding = findings(report, [.panel, .monitor]).all.first { $0.subject == "record" }

    #expect(finding?.grade == .note)
    #expect(finding?.message == "monitors are not restored after a power cut: \(report.lastingProblem ?? "")")
    #expect(
      finding?.fix == "make that folder writable for the daemon, then run `systemctl restart brightnessd`"
    )
    #expect(findings(report, [.panel]).all.allSatisfy { $0.grade == .ok })
  }

  @Test func `external changes are a note with their source`() {
    var report = Report.healthy
    report.externalChanges = [
      .init(light: "backlight/a", source: .program, count: 3, age: .seconds(90)),
      .init(light: "backlight/a", source: .hotkey, count: 1, age: .seconds(1)),
    ]

    let findings = findings(report, [.panel])

    #expect(findings.areOK)
    #expect(
      findings.all.suffix(2).map(\.message) == [
        "backlight/a was changed by another program 3 times, last 1m30s ago",
        "backlight/a was changed by a hotkey once, last 1s ago",
      ]
    )
  }

  @Test(arguments: [
    (1, 0, "once"), (1, 1, "once for a program"), (12, 4, "12 times, 4 of them for programs,"),
  ])
  func `the writes of a monitor are counted`(all: Int, forPrograms: Int, count: String) {
    var report = Report.healthy
    report.monitorWrites = [.init(light: "ddc/DEL-a0b1-777", all: all, forPrograms: forPrograms)]

    let finding = findings(report, [.panel]).all.last

    #expect(finding?.grade == .ok)
    #expect(finding?.message == "ddc/DEL-a0b1-777 was written \(count) since the daemon started")
  }

  @Test(arguments: [
    (nil, "not read yet", nil),
    ("it is asleep", "not read when last asked: it is asleep", "wake it up, then run `brightness get DP-1`"),
    (
      "its bus cannot be opened: no such file or directory",
      "not read when last asked: its bus cannot be opened: no such file or directory",
      "run `modprobe i2c-dev` as root, then run `brightness get DP-1`"
    ),
    (
      "its bus cannot be opened: permission denied",
      "not read when last asked: its bus cannot be opened: permission denied",
      "run `udevadm trigger --action=add --subsystem-match=i2c-dev` as root, then run `brightness get DP-1`"
    ),
    (
      "it does not answer", "not read when last asked: it does not answer",
      "turn on DDC/CI in its own menu, then run `brightness get DP-1`; or write Ignore=ddc/DEL-a0b1-777 below [Lights] "
        + "in brightnessd.conf, and run `systemctl restart brightnessd`"
    ), ("allow it with '--allow'", "not read when last asked: allow it with '--allow'", nil),
  ])
  func `a monitor that was not read is a note with its reason and a fix`(reason: String?, text: String, fix: String?) {
    let findings = findings(.healthy, [.monitor.with { $0.reason = reason }])

    #expect(findings.areOK)
    #expect(findings.all.last?.grade == .note)
    #expect(findings.all.last?.message == "ddc/DEL-a0b1-777 (DELL U2720Q at DP-1) is a monitor, \(text)")
    #expect(findings.all.last?.fix == fix)
  }

  @Test func `a daemon of another version is a note`() {
    var report = Report.healthy
    report.version = "0.0.9"

    let daemon = findings(report, [.panel]).all[0]

    #expect(daemon.grade == .note)
    #expect(daemon.message == "brightnessd 0.0.9 answers at '/run/socket', this client is \(Version.current)")
  }

  private typealias Report = HealthInterface.Report.Reply

  private func findings(_ report: Report, _ lights: [Light]) -> Findings {
    var findings = Findings()
    findings.add(report, lights, at: "/run/socket", in: .with([:]))
    return findings
  }

  private func problems(_ report: Report, _ lights: [Light]) -> [String] {
    findings(report, lights).all.filter { $0.grade == .problem }.map(\.message)
  }
}
