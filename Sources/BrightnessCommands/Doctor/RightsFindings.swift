import BrightnessEventLoop
import Commands
import Glibc

/// Who may write the files of lights: the daemon, and nobody else.
extension Findings {
  /// Checks that the daemon can write a light's file, and that this user can read it and cannot get
  /// past the daemon.
  mutating func checkFile(of light: String, under sysfs: String, in system: SystemView) {
    let file = "\(sysfs)/class/\(light)/brightness"
    guard system.exists(file) else { return }
    if !system.mayAccess(file, R_OK) {
      add(.problem, "file", light, "you cannot read '\(file)'", fix: "run `chmod 0644 \(file)` as root")
    } else if sysfs == "/sys", !system.isRoot, system.mayAccess(file, W_OK) {
      add(.note, "file", light, "you can write '\(file)' without the daemon", fix: "use `brightness set` instead")
    }
    if sysfs == "/sys", !isOfUser { checkRights(of: light, file, in: system) }
  }

  /// Checks for udev rules that make the files of lights writable by others than root and the
  /// daemon.
  mutating func checkRules(in system: SystemView) {
    for rule in system.udevRules where !rule.isOwn && rule.opensLights {
      let fix =
        rule.isInEtc
        ? "remove it if nothing else needs it; brightnessd does not"
        : "if nothing else needs it, mask it: run `ln -s /dev/null /etc/udev/rules.d/\(rule.name)` as root"
      add(.note, "rules", rule.path, "'\(rule.path)' lets other users than root write the files of lights", fix: fix)
    }
  }

  /// Checks a file's rights against those of the daemon. Its user is that of its records.
  private mutating func checkRights(of light: String, _ file: String, in system: SystemView) {
    guard let daemon = system.rights(stateFolder), let rights = system.rights(file) else { return }
    let groups = system.groups(ofProcess: "brightnessd", of: daemon.owner) + [daemon.group]
    if rights.letsWrite(daemon.owner, groups) { return }
    let owner = system.user(rights.owner)
    let message = "the daemon cannot write '\(file)', which belongs to \(owner)"
    add(.problem, "file", light, message, fix: fix(of: file, rights, for: daemon.owner, in: system))
  }

  private func fix(of file: String, _ rights: FileRights, for daemon: uid_t, in system: SystemView) -> String {
    if rights.owner == daemon { return "run `chmod u+w \(file)` as root" }
    guard hasSystemd else { return "run `chown \(system.user(daemon)) \(file)` as root" }
    let trigger = "udevadm trigger --action=add --settle --subsystem-match=backlight --subsystem-match=leds"
    let run = "run `chown root \(file) && udevadm control --reload && \(trigger)` as root"
    let rules = system.udevRules
    if let taker = rules.last(where: { !$0.isOwn && $0.takesLights }) {
      let place = taker.isInEtc ? "" : "copy it to /etc/udev/rules.d, and there "
      return "'\(taker.path)' gives it away: \(place)write chgrp instead of chown, then \(run)"
    }
    guard let own = rules.last(where: \.isOwn) else { return "install brightnessd's udev rule, then \(run)" }
    return own.text.has("brightnessd") ? run : "remove '\(own.path)', which hides brightnessd's own rule, then \(run)"
  }
}

struct FileRights: Hashable, Sendable {
  var owner: uid_t
  var group: gid_t
  /// The permission bits, as in chmod(1).
  var mode: mode_t

  /// The kernel checks only the first class that applies: owner, group or others.
  func letsWrite(_ user: uid_t, _ groups: [gid_t]) -> Bool {
    if user == 0 { return true }
    let bitOfOthers = groups.contains(group) ? S_IWGRP : S_IWOTH
    let bit = user == owner ? S_IWUSR : bitOfOthers
    return mode & bit != 0
  }
}

/// A file of udev rules.
private struct UdevRules {
  let folder: String
  let name: String
  let text: String

  var path: String { "\(folder)/\(name)" }
  var isInEtc: Bool { folder.hasPrefix("/etc/") }
  var isOwn: Bool { name.hasSuffix("-brightnessd.rules") }

  /// The last two commands are run by the rules of brightnessctl and of qtile before 0.32.
  var opensLights: Bool { changesLights(by: ["chgrp", "chmod", "chown", "bright-helper", "qtile udev"]) }
  var takesLights: Bool { changesLights(by: ["chown"]) }

  /// OWNER=, GROUP= and MODE= are for device files, which lights do not have.
  private func changesLights(by commands: [String]) -> Bool {
    var isContinued = false
    var isAboutLights = false
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let continuesLights = isContinued && isAboutLights
      isAboutLights = continuesLights || line.has("backlight") || line.has("leds")
      if isAboutLights, commands.contains(where: line.has) { return true }
      isContinued = line.hasSuffix("\\")
    }
    return false
  }
}

extension SystemView {
  /// In the order in which udev applies them.
  fileprivate var udevRules: [UdevRules] {
    var seen: Set<String> = []
    let rules = DaemonAddress.systemFolders.map { "\($0)/udev/rules.d" }.flatMap { folder in
      names(folder).filter { $0.hasSuffix(".rules") }.compactMap { name -> UdevRules? in
        // A file hides those of the same name in the folders after it.
        guard seen.insert(name).inserted, let text = text("\(folder)/\(name)") else { return nil }
        return UdevRules(folder: folder, name: name, text: text)
      }
    }
    return rules.sorted { $0.name < $1.name }
  }

  /// The supplementary groups of a user's process; none if /proc hides it.
  fileprivate func groups(ofProcess name: String, of user: uid_t) -> [gid_t] {
    for process in processes where process.name == name && rights("/proc/\(process.number)")?.owner == user {
      let lines = (text("/proc/\(process.number)/status") ?? "").split(separator: "\n")
      let groups = lines.first { $0.hasPrefix("Groups:") }?.dropFirst(7) ?? ""
      return groups.split { $0 == " " || $0 == "\t" }.compactMap { gid_t($0) }
    }
    return []
  }

  /// The name of a user, or its number.
  fileprivate func user(_ number: uid_t) -> String {
    text("/etc/passwd").flatMap { Names.user(Int(number), in: $0) } ?? "the user \(number)"
  }
}
