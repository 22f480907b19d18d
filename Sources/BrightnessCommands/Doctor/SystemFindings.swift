import BrightnessEventLoop
import BrightnessModel
import Commands
import Glibc

extension Findings {
  private static let unit = "brightnessd.service"

  /// Checks for programs that change lights on their own. Whether a desktop follows the light in
  /// the room is a setting that only its own libraries can read.
  mutating func checkPrograms(in system: SystemView, isAutomatic: Bool = false) {
    for process in system.processes {
      guard let program = Self.conflictingPrograms.first(where: { $0.name == process.name }) else { continue }
      let follows = isAutomatic && program.follows
      let message =
        "\(program.title) is running (\(process.number)); its changes count as the user's"
        + (follows ? ", and it may follow the light in the room, too, which cannot be seen from outside" : "")
      let fix = program.unit.map { unit in
        let command = "run `systemctl \(unit.isOfUser ? "--user " : "")disable --now \(unit.name)`"
        return "\(hasSystemd ? command : "stop it") if you do not want it beside brightnessd"
      }
      add(.note, "program", program.name, message, fix: program.fix ?? fix)
    }
    checkDimmers(in: system)
  }

  /// Programs that may dim when the user is idle.
  private static let dimmers =
    conflictingPrograms.filter(\.dims).map(\.name) + ["swayidle", "hypridle", OtherProgram.idle.name]

  /// Checks for several of them. Two of `brightness idle` are two rules of the user.
  private mutating func checkDimmers(in system: SystemView) {
    let running = system.processes.filter { Self.dimmers.contains($0.name) }
    guard Set(running.map(\.name)).count > 1 else { return }
    let names = running.map { "\($0.name) (\($0.number))" }.joined(separator: ", ")
    let fix = "let only one of them dim; ignore this if the others only lock the screen"
    add(.note, "program", running[0].name, "several programs may dim when you are idle: \(names)", fix: fix)
  }

  /// Checks whether other users could write restore records, which the daemon trusts.
  mutating func checkState(in system: SystemView) {
    guard let mode = system.rights(stateFolder)?.mode, mode & (S_IWGRP | S_IWOTH) != 0 else { return }
    let message = "'\(stateFolder)' is writable by other users (mode \(String(mode, radix: 8)))"
    let fix = "run `chmod 0700 \(stateFolder)`" + (isOfUser ? "" : " as root")
    add(.problem, "record", stateFolder, message, fix: fix)
  }

  /// Checks whether the bridge to a broker is connected, if there is a configuration for it.
  mutating func checkBridge(in system: SystemView) {
    let bridge = "brightnessd-mqtt"
    let file = "/etc/\(bridge).conf"
    guard system.exists(file) || !system.names("\(file).d").isEmpty else { return }
    let status = system.text("/run/\(bridge)/status")?.prefix { $0 != "\n" }
    if let status {
      let isConnected = status.has("connected to")
      let fix = isConnected ? nil : "see `journalctl --unit \(bridge)`"
      add(isConnected ? .ok : .problem, "fleet", bridge, "\(bridge): \(status)", fix: fix)
    } else if system.exists("/sys/fs/cgroup/system.slice/\(bridge).service") {
      add(.note, "fleet", bridge, "\(bridge) has not reached its broker yet")
    } else {
      let fix = "run `systemctl start \(bridge)`"
      add(.note, "fleet", bridge, "\(bridge) is configured, but is not running", fix: fix)
    }
  }

  mutating func checkWithoutDaemon(in system: SystemView) {
    if !isOfUser, hasSystemd { checkUnit(in: system) }
    if system.exists("\(stateFolder)/restore-records") {
      let restore = isOfUser ? "`brightnessd --restore --user`" : "`brightnessd --restore` as root"
      let message = "the last daemon left pending restores"
      add(.problem, "restore", "restore-records", message, fix: "start the daemon, or run \(restore)")
    }
    let lights = ["backlight", "leds"].flatMap { subsystem in
      system.names("/sys/class/\(subsystem)").compactMap { LightID("\(subsystem)/\($0)") }
    }
    var seen: Set<LightID> = []
    for light in lights where light.subsystem == .backlight || light.isKeyboard {
      // A keyboard may have an LED for each key.
      guard seen.insert(light.visible).inserted else { continue }
      add(.note, "light", light.visible.description, "\(light.visible) exists, but no daemon controls it")
      checkFile(of: light.description, under: "/sys", in: system)
    }
  }

  private mutating func checkUnit(in system: SystemView) {
    let places = DaemonAddress.systemFolders.map { "\($0)/systemd/system/\(Self.unit)" }
    guard let path = places.first(where: system.exists) else {
      let fix = "install it, or start brightnessd by hand"
      return add(.note, "unit", Self.unit, "\(Self.unit) is not installed", fix: fix)
    }
    if system.exists("/sys/fs/cgroup/system.slice/\(Self.unit)") {
      add(.note, "unit", Self.unit, "'\(path)' is running", fix: "see `journalctl --unit brightnessd`")
    } else {
      add(.problem, "unit", Self.unit, "'\(path)' is not running", fix: "run `systemctl start brightnessd`")
    }
  }

  /// Programs that change lights on their own, by the names in `/proc`, which the kernel cuts to 15
  /// characters.
  static let conflictingPrograms: [ConflictingProgram] = [
    .init(
      name: "gsd-power",
      title: "GNOME's power daemon",
      dims: true,
      follows: true,
      fix:
        "run `gsettings set org.gnome.settings-daemon.plugins.power idle-dim false`, and the same for `ambient-enabled`"
    ),
    .init(
      name: "org_kde_powerde",
      title: "KDE's PowerDevil",
      dims: true,
      follows: true,
      fix: "\(settings("Power Management")); give it the monitors by Ignore=, or take them by POWERDEVIL_NO_DDCUTIL=1"
    ),
    .init(name: "csd-power", title: "Cinnamon's power daemon", dims: true, fix: settings("Power Management")),
    .init(name: "mate-power-mana", title: "MATE's power manager", dims: true, fix: settings("Power Management")),
    .init(name: "xfce4-power-man", title: "Xfce's power manager", dims: true, fix: settings("Power Manager, Display")),
    .init(name: "lxqt-powermanag", title: "LXQt's power manager", dims: true, fix: settings("Power Management")),
    .init(name: "wluma", title: "wluma, which follows ambient light,", follows: true, unit: ("wluma", true)),
    .init(name: "clight", title: "Clight, which follows ambient light,", follows: true, unit: ("clight", true)),
    .init(name: "clightd", title: "Clightd, which writes for Clight,", unit: ("clightd", false)),
    .init(name: "illum-d", title: "illum, which handles brightness keys,", unit: ("illum", false)),
    .init(name: "asusd", title: "asusctl's daemon, which sets keyboard lights,", unit: ("asusd", false)),
    .init(name: "ddcutil-service", title: "ddcutil's service, which sets monitors,", unit: ("ddcutil-service", true)),
  ]

  private static func settings(_ page: String) -> String {
    "turn off dimming and automatic brightness in its settings, under \(page)"
  }
}

struct ConflictingProgram: Sendable {
  let name: String
  let title: String
  /// Whether it can dim when the user is idle.
  var dims = false
  /// Whether it can follow the light in the room.
  var follows = false
  var fix: String?
  /// Its systemd unit, of the system or of the user, if disabling that is the fix.
  var unit: (name: String, isOfUser: Bool)?
}

extension StringProtocol {
  /// Whether a text is part of it; `contains` of the standard library would link its regular
  /// expressions.
  func has(_ part: String) -> Bool { utf8.indices.contains { utf8[$0...].starts(with: part.utf8) } }
}

struct SystemView: Sendable {
  /// The entries of a directory; empty if it cannot be read.
  var names: @Sendable (String) -> [String]
  /// The beginning of a file; nil if it cannot be read.
  var text: @Sendable (String) -> String?
  /// access(2) with `F_OK`, `R_OK` or `W_OK`.
  var mayAccess: @Sendable (String, CInt) -> Bool
  /// Nil for a file that does not exist.
  var rights: @Sendable (String) -> FileRights?
  var isRoot: Bool

  static let real = SystemView(
    names: { (try? Folder.names(in: $0)) ?? [] },
    text: { beginning(of: $0) },
    mayAccess: { access($0, $1) == 0 },
    rights: { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return FileRights(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777)
    },
    isRoot: geteuid() == 0
  )

  func exists(_ path: String) -> Bool { mayAccess(path, F_OK) }

  /// Processes with the names that the kernel reports, of at most 15 characters.
  var processes: [(number: Int, name: String)] {
    names("/proc").compactMap(Int.init).sorted().compactMap { number in
      text("/proc/\(number)/comm").map { (number, String($0.prefix { $0 != "\n" })) }
    }
  }

  static func beginning(of path: String, bytes: Int = 16_384) -> String? {
    guard let content = try? Descriptor.contents(of: path, upTo: bytes, O_RDONLY | O_NONBLOCK) else { return nil }
    return String(decoding: content.prefix(bytes), as: UTF8.self)
  }
}

/// Names of processes and users; nil if unknown.
struct Names: Sendable {
  var ofProcess: @Sendable (Int) -> String? = { _ in nil }
  var ofUser: @Sendable (Int) -> String? = { _ in nil }
  /// The parent of a process, or the process that its hold is for, and its first child.
  var relatives: @Sendable (Int) -> (parent: Int?, child: Int?) = { _ in (nil, nil) }

  /// The program that holds a light. For this client that is the command it runs, or otherwise the
  /// program that started it. The parent of that distinguishes holds of the same command: `mpv ←
  /// sway`.
  func ofHolder(_ process: Int) -> String? {
    guard let name = ofProcess(process)?.inOneLine(atMost: 32) else { return nil }
    guard name == Grammar.program else { return name }
    let (parent, child) = relatives(process)
    let above = parent.flatMap { $0 > 1 ? $0 : nil }
    // The child has this client's name until it becomes the command.
    let command = child.flatMap { ofProcess($0) == Grammar.program ? nil : $0 }
    let chain =
      command.map { [$0, above] } ?? [above, above.flatMap { relatives($0).parent }.flatMap { $0 > 1 ? $0 : nil }]
    let names = chain.compactMap { $0.flatMap(ofProcess)?.inOneLine(atMost: 32) }
    // A shell started by a shell adds no information.
    if Set(names).count == 1 { return names[0] }
    return names.isEmpty ? name : names.joined(separator: " ← ")
  }

  /// Reads `/proc` and `/etc/passwd`; getpwuid(3) would load NSS modules. Users of a network
  /// directory have no name.
  static let ofSystem = Names(
    ofProcess: { number in
      guard let name = SystemView.beginning(of: "/proc/\(number)/comm"), name.count > 1 else { return nil }
      return String(name.dropLast())
    },
    ofUser: { number in SystemView.beginning(of: "/etc/passwd", bytes: 1 << 20).flatMap { user(number, in: $0) } },
    relatives: { number in
      // The name is in parentheses, and may contain any other character; the state and the parent
      // follow.
      let stat =
        SystemView.beginning(of: "/proc/\(number)/stat")?.split(separator: ")").last?.split(separator: " ") ?? []
      let children = SystemView.beginning(of: "/proc/\(number)/task/\(number)/children")?.split(separator: " ") ?? []
      let parent = processHeldFor(by: number) ?? (stat.count > 1 ? Int(stat[1]) : nil)
      return (parent, children.first.flatMap { Int($0) })
    }
  )

  /// The process of `--while-pid`, because the shell that started the hold in the background has
  /// ended.
  private static func processHeldFor(by number: Int) -> Int? {
    let words = SystemView.beginning(of: "/proc/\(number)/cmdline")?.split(separator: "\0") ?? []
    let option = HoldVerb.whileProcess.name
    // Its value is attached, or the next word.
    let rest = words.drop { $0 != option && !$0.hasPrefix("\(option)=") }
    return rest.first.flatMap { Int($0 == option ? rest.dropFirst().first ?? "" : $0.dropFirst(option.count + 1)) }
  }

  /// Finds the name of a user in the text of a passwd(5) file.
  static func user(_ number: Int, in list: String) -> String? {
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count == 7, !fields[0].isEmpty, Int(fields[2]) == number { return String(fields[0]) }
    }
    return nil
  }
}
