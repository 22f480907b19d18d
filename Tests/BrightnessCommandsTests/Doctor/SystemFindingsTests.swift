import BrightnessEventLoop
import Glibc
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct SystemFindingsTests {
  @Test(arguments: Findings.conflictingPrograms.map { $0.name })
  func `a program that changes lights is a note with a fix`(name: String) throws {
    let system = SystemView.with(["/proc/12/comm": "\(name)\n", "/proc/13/comm": "bash\n", "/proc/meminfo": "x"])

    let findings = Findings.found { $0.checkPrograms(in: system) }

    #expect(findings.map(\.object) == [name])
    #expect(findings.allSatisfy { $0.grade == .note && $0.fix != nil && $0.message.contains("(12)") })
    #expect(name.utf8.count <= 15)
  }

  @Test(
    arguments: [
      (
        ["swayidle", "brightness-idle"],
        "several programs may dim when you are idle: swayidle (10), brightness-idle (11)"
      ),
      (
        ["gsd-power", "brightness-idle"],
        "several programs may dim when you are idle: gsd-power (10), brightness-idle (11)"
      ),
      (["swayidle"], nil), (["brightness-idle", "brightness-idle"], nil), (["wluma", "brightness-idle"], nil),
    ] as [([String], String?)]
  )
  func `several programs that dim are a note`(names: [String], message: String?) {
    let files = names.enumerated().map { ("/proc/\(10 + $0.offset)/comm", "\($0.element)\n") }

    let findings = Findings.found { $0.checkPrograms(in: .with(Dictionary(uniqueKeysWithValues: files))) }

    #expect(findings.map(\.message).filter { $0.hasPrefix("several") } == [message].compactMap(\.self))
    #expect(findings.allSatisfy { $0.grade == .note })
  }

  @Test(
    arguments: [
      ([:], nil, nil),
      (["/etc/brightnessd-mqtt.conf": ""], Finding.Grade.note, "brightnessd-mqtt is configured, but is not running"),
      (
        ["/etc/brightnessd-mqtt.conf.d/a.conf": "", "/sys/fs/cgroup/system.slice/brightnessd-mqtt.service": ""],
        .note, "brightnessd-mqtt has not reached its broker yet"
      ),
      (
        ["/etc/brightnessd-mqtt.conf": "", "/run/brightnessd-mqtt/status": "connected to 'a'\n"],
        .ok, "brightnessd-mqtt: connected to 'a'"
      ),
      (
        [
          "/etc/brightnessd-mqtt.conf": "", "/run/brightnessd-mqtt/status": "cannot use the broker 'a': unknown name\n",
        ],
        .problem, "brightnessd-mqtt: cannot use the broker 'a': unknown name"
      ),
    ] as [([String: String], Finding.Grade?, String?)]
  )
  func `a bridge that is configured and not connected is found`(
    files: [String: String],
    grade: Finding.Grade?,
    message: String?
  ) {
    let findings = Findings.found { $0.checkBridge(in: .with(files)) }

    #expect(findings.map(\.grade) == [grade].compactMap(\.self))
    #expect(findings.map(\.message) == [message].compactMap(\.self))
  }

  @Test func `without systemd no fix is a command of systemd`() {
    let system = SystemView.with(["/proc/12/comm": "illum-d\n", "/run/brightnessd/state/restore-records": ""])

    let findings = Findings.found { findings in
      findings.hasSystemd = false
      findings.checkPrograms(in: system)
      findings.checkWithoutDaemon(in: system)
    }

    #expect(findings.map(\.object) == ["illum-d", "restore-records"])
    #expect(findings[0].fix == "stop it if you do not want it beside brightnessd")
  }

  @Test(
    arguments: [(nil, []), (0o700, []), (0o755, []), (0o770, [.problem]), (0o702, [.problem])]
      as [(UInt32?, [Finding.Grade])]
  )
  func `a record that other users can write is a problem`(mode: UInt32?, grades: [Finding.Grade]) {
    var system = SystemView.with([:])
    system.rights = { path in
      path == "/run/brightnessd/state" ? mode.map { FileRights(owner: 1, group: 1, mode: $0) } : nil
    }

    let findings = Findings.found { $0.checkState(in: system) }

    #expect(findings.map(\.grade) == grades)
    #expect(findings.allSatisfy { $0.message.hasSuffix("(mode \(String(mode ?? 0, radix: 8)))") })
    #expect(findings.allSatisfy { $0.fix == "run `chmod 0700 /run/brightnessd/state` as root" })
  }

  @Test func `records are looked for in the folder of the daemon that was asked`() async throws {
    let environment = ["XDG_RUNTIME_DIR": "/nowhere"]
    let address = DaemonAddress(nil, { environment[$0] }, on: try EventLoop()) { $0.hasPrefix("/nowhere") }
    let system = SystemView.with(["/nowhere/brightnessd/state/restore-records": ""])

    let findings = await Findings(of: address, system)

    #expect(findings.all.contains { $0.object == "restore-records" })
  }

  @Test func `fixes for the record of a per-user daemon do not need root`() {
    let folder = "/run/user/7/brightnessd/state"
    var system = SystemView.with(["\(folder)/restore-records": ""])
    system.rights = { $0 == folder ? FileRights(owner: 1, group: 1, mode: 0o777) : nil }

    let findings = Findings.found { findings in
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

    let findings = Findings.found { $0.checkWithoutDaemon(in: system) }

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

    let findings = Findings.found { $0.checkWithoutDaemon(in: system) }

    #expect(findings.last?.fix == "start the daemon, or run `brightnessd --restore` as root")
  }

  @Test func `a unit that is running or not installed is a note`() {
    let running = SystemView.with([
      "/etc/systemd/system/brightnessd.service": "", "/sys/fs/cgroup/system.slice/brightnessd.service": "",
    ])

    #expect(Findings.found { $0.checkWithoutDaemon(in: running) }.map(\.grade) == [.note])
    #expect(
      Findings.found { $0.checkWithoutDaemon(in: .with([:])) }.map(\.message) == [
        "brightnessd.service is not installed"
      ]
    )
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
      rights: { _ in nil },
      isRoot: false
    )
  }
}
