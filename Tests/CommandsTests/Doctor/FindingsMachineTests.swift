import Glibc
import Testing

@testable import Commands

@Suite struct FindingsMachineTests {
  @Test(arguments: Rival.known.map(\.name))
  func `a program that moves lights is a note with what to do`(name: String) throws {
    let outside = Outside.with(["/proc/12/comm": "\(name)\n", "/proc/13/comm": "bash\n", "/proc/meminfo": "x"])

    let findings = look { $0.look(forRivalsIn: outside) }

    #expect(findings.map(\.object) == [name])
    #expect(findings.allSatisfy { $0.grade == .note && $0.advice != nil && $0.sentence.contains("(12)") })
    #expect(name.utf8.count <= 15)
  }

  @Test func `a rule that opens the files of lights is told, and no other`() {
    let outside = Outside.with([
      "/usr/lib/udev/rules.d/90-a.rules":
        "# about lights\nACTION==\"add\", SUBSYSTEM==\"backlight\", RUN+=\"/bin/chgrp video x\"\n",
      "/etc/udev/rules.d/80-b.rules": "SUBSYSTEM==\"leds\", MODE=\"0666\"\n",
      "/etc/udev/rules.d/81-c.rules": "SUBSYSTEM==\"leds\", TAG+=\"seat\"\n#SUBSYSTEM==\"backlight\", MODE=\"0666\"\n",
      "/etc/udev/rules.d/README": "SUBSYSTEM==\"leds\", MODE=\"0666\"\n",
    ])

    let findings = look { $0.look(forRulesIn: outside) }

    #expect(findings.map(\.object) == ["/etc/udev/rules.d/80-b.rules", "/usr/lib/udev/rules.d/90-a.rules"])
  }

  @Test func `a light's file that a user may write is told, but not to root`() {
    let file = "/sys/class/backlight/a/brightness"
    let open = Outside.with([file: "1\n"])
    var closed = open
    closed.may = { $0 == file && $1 != W_OK }
    var hidden = open
    hidden.may = { $0 == file && $1 == F_OK }
    var root = open
    root.isRoot = true

    let grades = [open, closed, hidden, root].map { outside in
      look { $0.look(atFileOf: "backlight/a", under: "/sys", in: outside) }.map(\.grade)
    }

    #expect(grades == [[.note], [], [.wrong], []])
  }

  @Test(
    arguments: [(nil, []), (0o700, []), (0o755, []), (0o770, [.wrong]), (0o702, [.wrong])]
      as [(UInt32?, [Finding.Grade])]
  )
  func `a record that others can write is wrong`(mode: UInt32?, grades: [Finding.Grade]) {
    var outside = Outside.with([:])
    outside.mode = { $0 == "/run/brightnessd/state" ? mode : nil }

    let findings = look { $0.look(atStateIn: outside) }

    #expect(findings.map(\.grade) == grades)
    #expect(findings.allSatisfy { $0.sentence.hasSuffix("by its mode \(String(mode ?? 0, radix: 8))") })
    #expect(findings.allSatisfy { $0.advice == "`chmod 0700 /run/brightnessd/state` as root" })
  }

  @Test func `the record of a daemon of one's own is the user's to mend`() {
    let folder = "/run/user/7/brightnessd/state"
    var outside = Outside.with(["\(folder)/debts": ""])
    outside.mode = { $0 == folder ? 0o777 : nil }

    let findings = look { findings in
      (findings.isOfUser, findings.state) = (true, folder)
      findings.look(atStateIn: outside)
      findings.lookFromOutside(in: outside)
    }

    #expect(
      findings.compactMap(\.advice).prefix(2)
        == ["`chmod 0700 \(folder)`", "start it, or run `brightnessd --restore --user`"]
    )
  }

  @Test func `without a daemon the unit, the record and the lights are looked at from outside`() {
    let outside = Outside.with([
      "/usr/lib/systemd/system/brightnessd.service": "", "/run/brightnessd/state/debts": "",
      "/sys/class/backlight/intel_backlight": "", "/sys/class/leds/tpacpi::kbd_backlight": "",
      "/sys/class/leds/input3::capslock": "",
    ])

    let findings = look { $0.lookFromOutside(in: outside) }

    #expect(findings.map(\.grade) == [.wrong, .wrong, .note, .note])
    #expect(
      findings.map(\.object) == [
        "brightnessd.service", "record", "backlight/intel_backlight", "leds/tpacpi::kbd_backlight",
      ]
    )
    #expect(findings[0].advice == "`systemctl start brightnessd`")
  }

  @Test func `a unit that runs, and one that is not installed, is a note`() {
    let running = Outside.with([
      "/etc/systemd/system/brightnessd.service": "", "/sys/fs/cgroup/system.slice/brightnessd.service": "",
    ])

    #expect(look { $0.lookFromOutside(in: running) }.map(\.grade) == [.note])
    #expect(look { $0.lookFromOutside(in: .with([:])) }.map(\.sentence) == ["brightnessd.service is not installed"])
  }

  private func look(_ body: (inout Findings) -> Void) -> [Finding] {
    var findings = Findings()
    body(&findings)
    return findings.all
  }
}

extension Outside {
  /// A machine that consists of these files, which are for everybody.
  fileprivate static func with(_ files: [String: String]) -> Outside {
    Outside(
      names: { folder in
        let below = files.keys.filter { $0.hasPrefix("\(folder)/") }
        return Set(below.map { String($0.dropFirst(folder.count + 1).prefix { $0 != "/" }) }).sorted()
      },
      text: { files[$0] },
      may: { path, _ in files[path] != nil },
      mode: { _ in nil },
      isRoot: false
    )
  }
}
