import Glibc

/// What is seen of the machine from outside.
extension Findings {
  private static let ruleFolders = ["/etc", "/run", "/usr/lib"].map { "\($0)/udev/rules.d" }
  private static let unitFolders = ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map { "\($0)/systemd/system" }
  private static let unit = "brightnessd.service"

  /// Programs that move lights by themselves.
  mutating func look(forRivalsIn outside: Outside) {
    for process in outside.processes {
      guard let rival = Rival.known.first(where: { $0.name == process.name }) else { continue }
      let sentence = "\(rival.what) runs (\(process.number)); what it writes counts as the person's choice"
      add(.note, "rival", rival.name, sentence, do: rival.advice)
    }
  }

  /// Whether others could write what lights owe, which the next daemon pays.
  mutating func look(atStateIn outside: Outside) {
    guard let mode = outside.mode(state), mode & (S_IWGRP | S_IWOTH) != 0 else { return }
    add(
      .wrong,
      "record",
      state,
      "'\(state)' can be written by others, by its mode \(String(mode, radix: 8))",
      do: isOfUser ? "`chmod 0700 \(state)`" : "`chmod 0700 \(state)` as root"
    )
  }

  /// Rules by which others are let write the lights' files.
  mutating func look(forRulesIn outside: Outside) {
    for path in Self.ruleFolders.flatMap({ folder in outside.names(folder).map { "\(folder)/\($0)" } }) {
      guard path.hasSuffix(".rules"), let text = outside.text(path), Self.opensLights(text) else { continue }
      add(
        .note,
        "rules",
        path,
        "'\(path)' lets more than root write the files of lights",
        do: "remove it, if nothing else needs it: brightnessd does not"
      )
    }
  }

  private static func opensLights(_ rules: String) -> Bool {
    rules.split(separator: "\n").contains { line in
      guard !line.hasPrefix("#") else { return false }
      return (line.holds("\"backlight\"") || line.holds("\"leds\""))
        && ["chgrp", "chmod", "MODE", "GROUP"].contains(where: line.holds)
    }
  }

  /// Whether this user could write a light's file past the daemon, and read it.
  mutating func look(atFileOf light: String, under sysfs: String, in outside: Outside) {
    let file = "\(sysfs)/class/\(light)/brightness"
    guard outside.isThere(file) else { return }
    if !outside.may(file, R_OK) {
      add(
        .wrong,
        "file",
        light,
        "'\(file)' cannot be read by you",
        do: "let root give it mode 0644, as the kernel does"
      )
    } else if !outside.isRoot, outside.may(file, W_OK) {
      add(.note, "file", light, "'\(file)' can be written by you, past the daemon", do: "use `brightness set` instead")
    }
  }

  /// What there is to be seen where no daemon answers.
  mutating func lookFromOutside(in outside: Outside) {
    if !isOfUser { lookAtUnit(in: outside) }
    if outside.isThere("\(state)/debts") {
      add(
        .wrong,
        "debt",
        "record",
        "a daemon that has ended owes lights",
        do: isOfUser
          ? "start it, or run `brightnessd --restore --user`" : "start it, or run `brightnessd --restore` as root"
      )
    }
    let lights = ["backlight", "leds"].flatMap { subsystem in
      outside.names("/sys/class/\(subsystem)").map { "\(subsystem)/\($0)" }
    }
    for light in lights where light.hasPrefix("backlight/") || light.holds("kbd_backlight") {
      add(.note, "light", light, "\(light) is there, and looked after by nobody")
      look(atFileOf: light, under: "/sys", in: outside)
    }
  }

  private mutating func lookAtUnit(in outside: Outside) {
    guard let path = Self.unitFolders.map({ "\($0)/\(Self.unit)" }).first(where: outside.isThere) else {
      return add(
        .note,
        "unit",
        Self.unit,
        "\(Self.unit) is not installed",
        do: "install it, or start brightnessd by hand"
      )
    }
    let isRunning = outside.isThere("/sys/fs/cgroup/system.slice/\(Self.unit)")
    add(
      isRunning ? .note : .wrong,
      "unit",
      Self.unit,
      "'\(path)' is \(isRunning ? "running" : "not running")",
      do: isRunning ? "see `journalctl --unit brightnessd`" : "`systemctl start brightnessd`"
    )
  }

  mutating func add(
    _ grade: Finding.Grade,
    _ subject: String,
    _ object: String,
    _ sentence: String,
    do advice: String? = nil
  ) {
    all.append(Finding(grade, subject, object, sentence, do: advice))
  }
}

/// A program that moves lights by itself, and how to keep it from that.
struct Rival: Sendable {
  /// As the kernel cuts it off, after 15 letters.
  let name: String
  let what: String
  let advice: String

  static let known = [
    Rival(
      name: "gsd-power",
      what: "GNOME's power daemon",
      advice: "`gsettings set org.gnome.settings-daemon.plugins.power idle-dim false`, and `ambient-enabled` likewise"
    ),
    Rival(name: "org_kde_powerde", what: "KDE's PowerDevil", advice: settings("Power Management")),
    Rival(name: "csd-power", what: "Cinnamon's power daemon", advice: settings("Power Management")),
    Rival(name: "mate-power-mana", what: "MATE's power manager", advice: settings("Power Management")),
    Rival(name: "xfce4-power-man", what: "Xfce's power manager", advice: settings("Power Manager, Display")),
    Rival(name: "lxqt-powermanag", what: "LXQt's power manager", advice: settings("Power Management")),
    Rival(name: "wluma", what: "wluma, which follows the ambient light", advice: service("wluma", user: true)),
    Rival(name: "clight", what: "Clight, which follows the ambient light", advice: service("clight", user: true)),
    Rival(name: "clightd", what: "Clightd, which writes for Clight", advice: service("clightd")),
    Rival(name: "illum-d", what: "illum, which answers brightness keys", advice: service("illum")),
    Rival(name: "asusd", what: "asusctl's daemon, which moves the keyboard's light", advice: service("asusd")),
    Rival(
      name: "ddcutil-service",
      what: "ddcutil's service, which sets monitors",
      advice: service("ddcutil-service", user: true)
    ),
  ]

  private static func settings(_ page: String) -> String {
    "switch dimming and brightness off in its settings, under \(page)"
  }

  private static func service(_ unit: String, user: Bool = false) -> String {
    "`systemctl \(user ? "--user " : "")disable --now \(unit)`, if it is not wanted beside brightnessd"
  }
}

extension StringProtocol {
  /// Whether a text stands in it. What the standard library offers instead brings a parser of regular expressions along.
  func holds(_ part: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
  }
}
