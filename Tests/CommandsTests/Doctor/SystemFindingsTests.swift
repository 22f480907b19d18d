import Glibc
import Testing

@testable import Commands

@Suite struct SystemFindingsTests {
  @Test(arguments: Findings.conflictingPrograms.map { $0.name })
  func `a program that changes lights is a note with a fix`(name: String) throws {
    let system = SystemView.with(["/proc/12/comm": "\(name)\n", "/proc/13/comm": "bash\n", "/proc/meminfo": "x"])

    let findings = findings { $0.checkPrograms(in: system) }

    #expect(findings.map(\.object) == [name])
    #expect(findings.allSatisfy { $0.grade == .note && $0.fix != nil && $0.message.contains("(12)") })
    #expect(name.utf8.count <= 15)
  }

  @Test func `only a rule that opens the files of lights is reported`() {
    let system = SystemView.with([
      "/usr/lib/udev/rules.d/90-a.rules":
        "# about lights\nACTION==\"add\", SUBSYSTEM==\"backlight\", RUN+=\"/bin/chgrp video x\"\n",
      "/etc/udev/rules.d/80-b.rules": "SUBSYSTEM==\"leds\", MODE=\"0666\"\n",
      "/etc/udev/rules.d/81-c.rules": "SUBSYSTEM==\"leds\", TAG+=\"seat\"\n#SUBSYSTEM==\"backlight\", MODE=\"0666\"\n",
      "/usr/lib/udev/rules.d/90-brightnessd.rules": "SUBSYSTEM==\"leds\", RUN+=\"/usr/bin/chmod g+w x\"\n",
      "/etc/udev/rules.d/README": "SUBSYSTEM==\"leds\", MODE=\"0666\"\n",
    ])

    let findings = findings { $0.checkRules(in: system) }

    #expect(findings.map(\.object) == ["/etc/udev/rules.d/80-b.rules", "/usr/lib/udev/rules.d/90-a.rules"])
  }

  @Test func `a rule of a package is masked, and a masked or replaced one is not reported`() {
    let opens = "SUBSYSTEM==\"leds\", MODE=\"0666\"\n"
    let system = SystemView.with([
      "/etc/udev/rules.d/80-a.rules": opens, "/usr/lib/udev/rules.d/90-b.rules": opens,
      "/lib/udev/rules.d/90-b.rules": opens, "/usr/local/lib/udev/rules.d/91-c.rules": opens,
      "/lib/udev/rules.d/92-d.rules": opens, "/etc/udev/rules.d/93-e.rules": "",
      "/usr/lib/udev/rules.d/93-e.rules": opens,
    ])

    let findings = findings { $0.checkRules(in: system) }

    #expect(
      findings.map(\.object) == [
        "/etc/udev/rules.d/80-a.rules", "/usr/local/lib/udev/rules.d/91-c.rules", "/usr/lib/udev/rules.d/90-b.rules",
        "/lib/udev/rules.d/92-d.rules",
      ]
    )
    #expect(findings[0].fix == "remove it if nothing else needs it; brightnessd does not")
    #expect(
      findings[1].fix
        == "if nothing else needs it, mask it: run `ln -s /dev/null /etc/udev/rules.d/91-c.rules` as root"
    )
  }

  @Test func `without systemd no fix is a command of systemd`() {
    let system = SystemView.with(["/proc/12/comm": "illum-d\n", "/run/brightnessd/state/restore-records": ""])

    let findings = findings { findings in
      findings.hasSystemd = false
      findings.checkPrograms(in: system)
      findings.checkWithoutDaemon(in: system)
    }

    #expect(findings.map(\.object) == ["illum-d", "restore-records"])
    #expect(findings[0].fix == "stop it if you do not want it beside brightnessd")
  }

  @Test func `a light's file that the user may write is reported, except to root`() {
    let file = "/sys/class/backlight/a/brightness"
    let open = SystemView.with([file: "1\n"])
    var closed = open
    closed.mayAccess = { $0 == file && $1 != W_OK }
    var hidden = open
    hidden.mayAccess = { $0 == file && $1 == F_OK }
    var root = open
    root.isRoot = true

    let grades = [open, closed, hidden, root].map { system in
      findings { $0.checkFile(of: "backlight/a", under: "/sys", in: system) }.map(\.grade)
    }

    #expect(grades == [[.note], [], [.problem], []])
  }

  @Test func `a simulated light's file belongs to the user, and is not reported`() {
    let system = SystemView.with(["/tmp/tree/class/backlight/a/brightness": "1\n"])

    #expect(findings { $0.checkFile(of: "backlight/a", under: "/tmp/tree", in: system) }.isEmpty)
  }

  @Test(
    arguments: [(nil, []), (0o700, []), (0o755, []), (0o770, [.problem]), (0o702, [.problem])]
      as [(UInt32?, [Finding.Grade])]
  )
  func `a record that other users can write is a problem`(mode: UInt32?, grades: [Finding.Grade]) {
    var system = SystemView.with([:])
    system.mode = { $0 == "/run/brightnessd/state" ? mode : nil }

    let findings = findings { $0.checkState(in: system) }

    #expect(findings.map(\.grade) == grades)
    #expect(findings.allSatisfy { $0.message.hasSuffix("(mode \(String(mode ?? 0, radix: 8)))") })
    #expect(findings.allSatisfy { $0.fix == "run `chmod 0700 /run/brightnessd/state` as root" })
  }

  @Test func `fixes for the record of a per-user daemon do not need root`() {
    let folder = "/run/user/7/brightnessd/state"
    var system = SystemView.with(["\(folder)/restore-records": ""])
    system.mode = { $0 == folder ? 0o777 : nil }

    let findings = findings { findings in
      (findings.isOfUser, findings.stateFolder) = (true, folder)
      findings.checkState(in: system)
      findings.checkWithoutDaemon(in: system)
    }

    #expect(
      findings.compactMap(\.fix).prefix(2)
        == ["run `chmod 0700 \(folder)`", "start the daemon, or run `brightnessd --restore --user`"]
    )
  }

  @Test func `without a daemon the unit, the record and the lights are checked`() {
    let system = SystemView.with([
      "/lib/systemd/system/brightnessd.service": "", "/run/brightnessd/state/restore-records": "",
      "/sys/class/backlight/intel_backlight": "", "/sys/class/leds/tpacpi::kbd_backlight": "",
      "/sys/class/leds/tpacpi::kbd_backlight_1": "", "/sys/class/leds/input3::capslock": "",
    ])

    let findings = findings { $0.checkWithoutDaemon(in: system) }

    #expect(findings.map(\.grade) == [.problem, .problem, .note, .note])
    #expect(
      findings.map(\.object) == [
        "brightnessd.service", "restore-records", "backlight/intel_backlight", "leds/tpacpi::kbd_backlight",
      ]
    )
    #expect(findings[0].fix == "run `systemctl start brightnessd`")
  }

  @Test func `the fix for a pending restore is a command on the PATH`() {
    let system = SystemView.with(["/run/brightnessd/state/restore-records": ""])

    let findings = findings { $0.checkWithoutDaemon(in: system) }

    #expect(findings.last?.fix == "start the daemon, or run `brightnessd --restore` as root")
  }

  @Test func `a unit that is running or not installed is a note`() {
    let running = SystemView.with([
      "/etc/systemd/system/brightnessd.service": "", "/sys/fs/cgroup/system.slice/brightnessd.service": "",
    ])

    #expect(findings { $0.checkWithoutDaemon(in: running) }.map(\.grade) == [.note])
    #expect(
      findings { $0.checkWithoutDaemon(in: .with([:])) }.map(\.message) == ["brightnessd.service is not installed"]
    )
  }

  private func findings(_ body: (inout Findings) -> Void) -> [Finding] {
    var findings = Findings()
    body(&findings)
    return findings.all
  }
}

extension SystemView {
  /// A machine that consists of these files, all readable and writable.
  static func with(_ files: [String: String]) -> SystemView {
    SystemView(
      names: { folder in
        let below = files.keys.filter { $0.hasPrefix("\(folder)/") }
        return Set(below.map { String($0.dropFirst(folder.count + 1).prefix { $0 != "/" }) }).sorted()
      },
      text: { files[$0] },
      mayAccess: { path, _ in files[path] != nil },
      mode: { _ in nil },
      isRoot: false
    )
  }
}
