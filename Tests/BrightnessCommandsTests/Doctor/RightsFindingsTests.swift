import Glibc
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct RightsFindingsTests {
  private static let file = "/sys/class/backlight/a/brightness"
  private static let daemon: uid_t = 7
  private static let run =
    "run `chown root \(file) && udevadm control --reload && udevadm trigger --action=add --settle "
    + "--subsystem-match=backlight --subsystem-match=leds` as root"

  @Test func `only a rule that opens the files of lights is reported`() {
    let system = SystemView.with([
      "/usr/lib/udev/rules.d/90-a.rules":
        "# about lights\nACTION==\"add\", SUBSYSTEM==\"backlight\", RUN+=\"/bin/chgrp video x\"\n",
      "/etc/udev/rules.d/80-b.rules": "SUBSYSTEM==\"leds\", \\\n  RUN+=\"/bin/chmod o+w x\"\n",
      "/etc/udev/rules.d/81-c.rules":
        "SUBSYSTEM==\"leds\", TAG+=\"seat\"\n#SUBSYSTEM==\"leds\", RUN+=\"chmod o+w x\"\n",
      "/etc/udev/rules.d/82-d.rules": "SUBSYSTEM==\"backlight\", MODE=\"0666\"\n",
      "/etc/udev/rules.d/83-e.rules": "SUBSYSTEM==\"leds\", TAG+=\"a\"\nKERNEL==\"b\", RUN+=\"/bin/chmod o+w x\"\n",
      "/usr/lib/udev/rules.d/90-brightnessctl.rules": "SUBSYSTEM==\"leds\", RUN+=\"bright-helper input g+w x\"\n",
      "/usr/lib/udev/rules.d/zz-brightnessd.rules": "SUBSYSTEM==\"leds\", RUN+=\"/usr/bin/chmod g+w x\"\n",
      "/etc/udev/rules.d/README": "SUBSYSTEM==\"leds\", RUN+=\"/bin/chmod o+w x\"\n",
    ])

    let findings = Findings.found { $0.checkRules(in: system) }

    #expect(
      findings.map(\.object) == [
        "/etc/udev/rules.d/80-b.rules", "/usr/lib/udev/rules.d/90-a.rules",
        "/usr/lib/udev/rules.d/90-brightnessctl.rules",
      ]
    )
  }

  @Test func `a rule of a package is masked, and a masked or replaced one is not reported`() {
    let opens = "SUBSYSTEM==\"leds\", RUN+=\"/bin/chmod o+w x\"\n"
    let system = SystemView.with([
      "/etc/udev/rules.d/80-a.rules": opens, "/usr/lib/udev/rules.d/90-b.rules": opens,
      "/lib/udev/rules.d/90-b.rules": opens, "/usr/local/lib/udev/rules.d/91-c.rules": opens,
      "/lib/udev/rules.d/92-d.rules": opens, "/etc/udev/rules.d/93-e.rules": "",
      "/usr/lib/udev/rules.d/93-e.rules": opens,
    ])

    let findings = Findings.found { $0.checkRules(in: system) }

    #expect(
      findings.map(\.object) == [
        "/etc/udev/rules.d/80-a.rules", "/usr/lib/udev/rules.d/90-b.rules", "/usr/local/lib/udev/rules.d/91-c.rules",
        "/lib/udev/rules.d/92-d.rules",
      ]
    )
    #expect(findings[0].fix == "remove it if nothing else needs it; brightnessd does not")
    #expect(
      findings[1].fix
        == "if nothing else needs it, mask it: run `ln -s /dev/null /etc/udev/rules.d/90-b.rules` as root"
    )
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
      Findings.found { $0.checkFile(of: "backlight/a", under: "/sys", in: system) }.map(\.grade)
    }

    #expect(grades == [[.note], [], [.problem], []])
  }

  @Test func `a simulated light's file belongs to the user, and is not reported`() {
    let system = SystemView.with(["/tmp/tree/class/backlight/a/brightness": "1\n"])

    #expect(Findings.found { $0.checkFile(of: "backlight/a", under: "/tmp/tree", in: system) }.isEmpty)
  }

  @Test(
    arguments: [
      (7, 0, 0o644, true), (7, 44, 0o464, false), (0, 7, 0o664, true), (0, 104, 0o664, true), (0, 44, 0o664, false),
      (0, 44, 0o666, true), (0, 104, 0o606, false), (1000, 44, 0o644, false),
    ] as [(uid_t, gid_t, mode_t, Bool)]
  )
  func `a light's file that the daemon cannot write is a problem`(
    owner: uid_t,
    group: gid_t,
    mode: mode_t,
    isWritten: Bool
  ) {
    let findings = findings(
      FileRights(owner: owner, group: group, mode: mode),
      [
        "/proc/12/comm": "brightnessd\n", "/proc/12/status": "Name:\tbrightnessd\nGroups:\t7 104 \n",
      ]
    )

    #expect(findings.map(\.grade) == (isWritten ? [] : [.problem]))
  }

  @Test func `the daemon of root and that of a user are not checked`() {
    let root = FileRights(owner: 0, group: 0, mode: 0o444)

    #expect(findings(root, daemon: 0).isEmpty)
    #expect(findings(root) { $0.isOfUser = true }.isEmpty)
  }

  @Test(
    arguments: [
      ([:], "install brightnessd's udev rule, then \(run)"),
      ([own: "RUN+=\"chown brightnessd\""], run),
      (
        ["/etc/udev/rules.d/zz-brightnessd.rules": "", own: "RUN+=\"chown brightnessd\""],
        "remove '/etc/udev/rules.d/zz-brightnessd.rules', which hides brightnessd's own rule, then \(run)"
      ),
      (
        [
          "/etc/udev/rules.d/90-a.rules": takes,
          "/usr/lib/udev/rules.d/91-b.rules": "SUBSYSTEM==\"backlight\", RUN+=\"chgrp\"",
        ],
        "'/etc/udev/rules.d/90-a.rules' gives it away: write chgrp instead of chown, then \(run)"
      ),
      (
        ["/usr/lib/udev/rules.d/90-a.rules": takes],
        "'/usr/lib/udev/rules.d/90-a.rules' gives it away: copy it to /etc/udev/rules.d, and there write chgrp instead of "
          + "chown, then \(run)"
      ),
    ] as [([String: String], String)]
  )
  func `the fix names the rule that took a light from the daemon`(rules: [String: String], fix: String) {
    let findings = findings(FileRights(owner: 0, group: 44, mode: 0o664), rules)

    #expect(findings.map(\.message) == ["the daemon cannot write '\(Self.file)', which belongs to root"])
    #expect(findings.map(\.fix) == [fix])
  }

  @Test func `the fix without a rule is chmod for the daemon's own file, and chown without systemd`() {
    let closed = findings(FileRights(owner: Self.daemon, group: 0, mode: 0o444))
    let taken = findings(FileRights(owner: 1000, group: 0, mode: 0o644)) { $0.hasSystemd = false }

    #expect(closed.map(\.fix) == ["run `chmod u+w \(Self.file)` as root"])
    #expect(taken.map(\.message) == ["the daemon cannot write '\(Self.file)', which belongs to the user 1000"])
    #expect(taken.map(\.fix) == ["run `chown brightnessd \(Self.file)` as root"])
  }

  private static let own = "/usr/lib/udev/rules.d/zz-brightnessd.rules"
  private static let takes = "SUBSYSTEM==\"backlight\", RUN+=\"/bin/chown root:video x\"\n"

  /// What is found about a light's file with these rights, as root.
  private func findings(
    _ rights: FileRights,
    _ files: [String: String] = [:],
    daemon: uid_t = daemon,
    _ change: (inout Findings) -> Void = { _ in }
  ) -> [Finding] {
    let accounts = "root:x:0:0::/:/bin/sh\nbrightnessd:x:7:7::/:/bin/false\n"
    var system = SystemView.with(files.merging(["/etc/passwd": accounts, Self.file: "1\n"]) { $1 })
    system.isRoot = true
    system.rights = { path in
      path == Self.file ? rights : FileRights(owner: daemon, group: gid_t(daemon), mode: 0o700)
    }
    return Findings.found { findings in
      change(&findings)
      findings.checkFile(of: "backlight/a", under: "/sys", in: system)
    }
  }
}
