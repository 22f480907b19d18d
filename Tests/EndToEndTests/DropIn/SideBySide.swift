import BrightnessEventLoop
import Glibc
import HardwareTesting
import Programs
import Testing

/// Calls of brightnessctl, run by both programs on lights of their own.
struct SideBySide: Sendable, CustomTestStringConvertible {
  /// Separated by semicolons; '' is an empty argument.
  let calls: String
  var lights = usual

  static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)
  static let usual = [Machine.panel, keyboard]
  static let ofSevenSteps = [FakeDevice.backlight("panel", maximum: 7, level: 3)]
  static let ofByte = [FakeDevice.backlight("panel", maximum: 255, level: 128)]

  var testDescription: String { calls }

  private var each: [[String]] {
    calls.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    }
  }

  /// The results of Debian's program: for each call the output, the status, and the steps of the
  /// lights.
  func theirs() throws -> String {
    let tree = try FakeTree(lights)
    let command = "exec unshare -rm sh -c 'mount --bind \"$0\" /sys && exec brightnessctl \"$@\"' \"$0\" \"$@\" 2>&-"
    return try transcript(of: ["/bin/sh", "-c", command, tree.root], tree.path("run")) { light in
      try tree.text("\(light.path)/brightness")
    }
  }

  /// The results of a link to the client, with a daemon of its own.
  func ours() throws -> String {
    let machine = try Machine(lights)
    let folder = try TemporaryFolder()
    let command = ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&-", try Client.link("brightnessctl", in: folder.path)]
    return try transcript(of: command, "\(folder.path)/run", machine.socket) { try machine.level(of: $0) }
  }

  private func transcript(
    of command: [String],
    _ folder: String,
    _ socket: String = "",
    _ level: (FakeDevice) throws -> String
  ) throws -> String {
    mkdir(folder, 0o700)
    return try each.map { call in
      let program = try Program(command + call, ["XDG_RUNTIME_DIR=\(folder)", "BRIGHTNESSD_SOCKET=\(socket)"])
      let output = try program.waitForOutput()
      let levels = try lights.map { try level($0).prefix { $0 != "\n" } }.joined(separator: " ")
      return "\(output)[\(program.waitForEnd())] \(levels)"
    }.joined(separator: "\n")
  }
}

/// Whether Debian's program can be run on another tree.
enum OriginalProgram {
  static let problem: String? = {
    if !succeeds("command -v brightnessctl") { return "cannot find 'brightnessctl': run Scripts/setup" }
    if succeeds("unshare -rm mount -t tmpfs none /sys") { return nil }
    return "cannot mount in a user namespace: the machine has to allow it, sysctl kernel.unprivileged_userns_clone=1"
  }()

  private static func succeeds(_ command: String) -> Bool {
    (try? Program(["/bin/sh", "-c", "\(command) >/dev/null 2>&1"]).waitForEnd()) == 0
  }
}
