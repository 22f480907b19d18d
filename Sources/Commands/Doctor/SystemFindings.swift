import Glibc

/// Findings that need no daemon.
extension Findings {
  private static let ruleFolders = ["/etc", "/run", "/usr/lib"].map { "\($0)/udev/rules.d" }
  private static let unitFolders = ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map { "\($0)/systemd/system" }
  private static let unit = "brightnessd.service"

  /// Checks for programs that change lights on their own.
  mutating func checkPrograms(in system: SystemView) {
    for process in system.processes {
      guard let program = Self.conflictingPrograms.first(where: { $0.name == process.name }) else { continue }
      let message = "\(program.description) is running (\(process.number)); its changes count as the user's"
      add(.note, "program", program.name, message, fix: program.fix)
    }
  }

  /// Checks whether other users could write restore records, which the daemon trusts.
  mutating func checkState(in system: SystemView) {
    guard let mode = system.mode(stateFolder), mode & (S_IWGRP | S_IWOTH) != 0 else { return }
    let message = "'\(stateFolder)' is writable by other users (mode \(String(mode, radix: 8)))"
    let fix = "run `chmod 0700 \(stateFolder)`" + (isOfUser ? "" : " as root")
    add(.problem, "record", stateFolder, message, fix: fix)
  }

  /// Checks for udev rules that make the files of lights writable by others than root.
  mutating func checkRules(in system: SystemView) {
    for path in Self.ruleFolders.flatMap({ folder in system.names(folder).map { "\(folder)/\($0)" } }) {
      guard path.hasSuffix(".rules"), let text = system.text(path), Self.opensLights(text) else { continue }
      let fix = "remove it if nothing else needs it; brightnessd does not"
      add(.note, "rules", path, "'\(path)' lets other users than root write the files of lights", fix: fix)
    }
  }

  private static func opensLights(_ rules: String) -> Bool {
    rules.split(separator: "\n").contains { line in
      guard !line.hasPrefix("#") else { return false }
      return (line.has("\"backlight\"") || line.has("\"leds\""))
        && ["chgrp", "chmod", "MODE", "GROUP"].contains(where: line.has)
    }
  }

  /// Checks that this user can read a light's file, and not write it without the daemon.
  mutating func checkFile(of light: String, under sysfs: String, in system: SystemView) {
    let file = "\(sysfs)/class/\(light)/brightness"
    guard system.exists(file) else { return }
    if !system.mayAccess(file, R_OK) {
      add(.problem, "file", light, "you cannot read '\(file)'", fix: "run `chmod 0644 \(file)` as root")
    } else if !system.isRoot, system.mayAccess(file, W_OK) {
      add(.note, "file", light, "you can write '\(file)' without the daemon", fix: "use `brightness set` instead")
    }
  }

  mutating func checkWithoutDaemon(in system: SystemView) {
    if !isOfUser { checkUnit(in: system) }
    if system.exists("\(stateFolder)/restore-records") {
      let restore = isOfUser ? "`brightnessd --restore --user`" : "`brightnessd --restore` as root"
      let message = "the last daemon left pending restores"
      add(.problem, "restore", "restore-records", message, fix: "start the daemon, or run \(restore)")
    }
    let lights = ["backlight", "leds"].flatMap { subsystem in
      system.names("/sys/class/\(subsystem)").map { "\(subsystem)/\($0)" }
    }
    for light in lights where light.hasPrefix("backlight/") || light.has("kbd_backlight") {
      add(.note, "light", light, "\(light) exists, but no daemon controls it")
      checkFile(of: light, under: "/sys", in: system)
    }
  }

  private mutating func checkUnit(in system: SystemView) {
    guard let path = Self.unitFolders.map({ "\($0)/\(Self.unit)" }).first(where: system.exists) else {
      let fix = "install it, or start brightnessd by hand"
      return add(.note, "unit", Self.unit, "\(Self.unit) is not installed", fix: fix)
    }
    if system.exists("/sys/fs/cgroup/system.slice/\(Self.unit)") {
      add(.note, "unit", Self.unit, "'\(path)' is running", fix: "see `journalctl --unit brightnessd`")
    } else {
      add(.problem, "unit", Self.unit, "'\(path)' is not running", fix: "run `systemctl start brightnessd`")
    }
  }
}

extension Findings {
  /// Programs that change lights on their own, by the names in `/proc`, which the kernel cuts to 15 characters.
  static let conflictingPrograms: [(name: String, description: String, fix: String)] = [
    (
      "gsd-power",
      "GNOME's power daemon",
      "run `gsettings set org.gnome.settings-daemon.plugins.power idle-dim false`, and the same for `ambient-enabled`"
    ),
    ("org_kde_powerde", "KDE's PowerDevil", settings("Power Management")),
    ("csd-power", "Cinnamon's power daemon", settings("Power Management")),
    ("mate-power-mana", "MATE's power manager", settings("Power Management")),
    ("xfce4-power-man", "Xfce's power manager", settings("Power Manager, Display")),
    ("lxqt-powermanag", "LXQt's power manager", settings("Power Management")),
    ("wluma", "wluma, which follows ambient light,", unit("wluma", user: true)),
    ("clight", "Clight, which follows ambient light,", unit("clight", user: true)),
    ("clightd", "Clightd, which writes for Clight,", unit("clightd")),
    ("illum-d", "illum, which handles brightness keys,", unit("illum")),
    ("asusd", "asusctl's daemon, which sets keyboard lights,", unit("asusd")),
    ("ddcutil-service", "ddcutil's service, which sets monitors,", unit("ddcutil-service", user: true)),
  ]

  private static func settings(_ page: String) -> String {
    "turn off dimming and automatic brightness in its settings, under \(page)"
  }

  private static func unit(_ name: String, user: Bool = false) -> String {
    "run `systemctl \(user ? "--user " : "")disable --now \(name)` if you do not want it beside brightnessd"
  }
}

extension StringProtocol {
  /// Whether a text is part of it; `contains` of the standard library would link its regular expressions.
  func has(_ part: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
  }
}
