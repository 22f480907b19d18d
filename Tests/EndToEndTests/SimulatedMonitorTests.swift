import BrightnessEventLoop
import Foundation
import HardwareTesting
import Programs
import Testing

/// A simulated monitor: the real daemon, client and worker, with the timing of a real monitor.
@Suite final class SimulatedMonitorTests {
  private let folder: TemporaryFolder
  private var daemon: Program?
  private var socket = ""
  /// The folder that stands for `/sys`.
  private var root = ""
  /// The daemon's output at its start.
  private var log: [String] = []

  init() throws { folder = try TemporaryFolder() }

  /// Starts the daemon with a panel, a keyboard and a monitor, and a configuration.
  private func start(_ configuration: String = "") throws {
    let file = "\(folder.path)/configuration"
    try configuration.write(toFile: file, atomically: true, encoding: .utf8)
    let daemon = try Program(["brightnessd", "--simulate", "--config", file, "--log", "info"], errors: .included)
    while let line = try daemon.nextLine() {
      log.append(line)
      if line.hasPrefix("simulating ") {
        (root, socket) = (line.components(separatedBy: "'")[1], line.components(separatedBy: "'")[3])
      }
      if line.contains("listening on ") { break }
    }
    self.daemon = daemon
  }

  private func brightness(_ verb: String, _ words: String...) throws -> [String] {
    try Run(["brightness", verb, "--socket", socket] + words).lines
  }

  /// Runs the client under the name brightnessctl.
  private func brightnessctl(_ words: String...) throws -> [String] {
    let (brightness, link) = (try Program.path(of: "brightness"), "\(folder.path)/brightnessctl")
    if access(link, F_OK) != 0 { try systemCall("link", link) { symlink(brightness, link) } }
    let program = try Program([link] + words, ["BRIGHTNESSD_SOCKET=\(socket)", "XDG_RUNTIME_DIR=\(folder.path)"])
    return try program.waitForOutput().split(separator: "\n").map(String.init)
  }

  @Test func `a monitor is listed, read, set, held and restored by the programs`() throws {
    try start()
    let listed = try #require(try brightness("list").first { $0.hasPrefix("ddc/SIM-0001-1234") })
    #expect(listed.contains("not read") && listed.hasSuffix("DP-1  SIM 2700"))
    #expect(try brightness("get", "DP-1") == ["60%"])
    #expect(try brightness("set", "70%", "DP-1") == ["70%"])
    #expect(try brightness("hold", "--at", "DP-1=30%", "--", "true") == [])
    #expect(try brightness("get", "monitor") == ["70%"])

    daemon?.signal(SIGTERM)
    #expect(daemon?.waitForEnd() == 0)
  }

  @Test func `the configuration of the recipe is accepted, and all screens are set`() throws {
    try start(Recipe("Monitors", language: "ini").text)

    #expect(log.filter { $0.contains("\(folder.path)/configuration") } == [])
    #expect(try Recipe("Monitors", language: "sh").text == "brightness set 60%")
    _ = try brightness("set", "60%")
    #expect(try brightness("get", "panel") == ["60%"])
    #expect(try brightness("get", "DP-1") == ["60%"])
  }

  @Test func `up and down move the panel and the monitor`() throws {
    try start()

    #expect(try brightness("up").count == 2)
    #expect(try brightness("get", "monitor") == ["65%"])
    _ = try brightness("down", "10%")
    #expect(try brightness("get", "monitor") == ["55%"])
  }

  @Test func `a monitor that a call for all leaves out is named with the reason`() throws {
    try start()
    try "Off\n".write(toFile: "\(root)/class/drm/card0-DP-1/dpms", atomically: false, encoding: .utf8)
    let command = ["brightness", "set", "50%", "--socket", socket]

    let lines = try Program(command, errors: .included).waitForOutput()
    let json = try Program(command + ["--json"], errors: .included).waitForOutput()
    let alone = try Run(command + ["DP-1"])

    #expect(lines == "50%\nbrightness: left out: DP-1 (SIM 2700), it is asleep\n")
    #expect(
      json.hasSuffix(#""leftOut":[{"light":"ddc/SIM-0001-1234","reason":"it is asleep","pending":false}]}"# + "\n")
    )
    #expect(alone.status == 1)
  }

  @Test func `doctor knows what helps a monitor that sleeps, and one without a device for its bus`() throws {
    try start()
    let light = "ddc/SIM-0001-1234 (SIM 2700 at DP-1) is a monitor, not read when last asked"
    let power = "\(root)/class/drm/card0-DP-1/dpms"

    try "Off\n".write(toFile: power, atomically: false, encoding: .utf8)
    _ = try brightness("get", "DP-1")
    let asleep = try brightness("doctor")
    try "On\n".write(toFile: power, atomically: false, encoding: .utf8)
    try FileManager.default.removeItem(atPath: "\(root)/.dev/i2c-1")
    _ = try brightness("get", "DP-1")
    let withoutBus = try brightness("doctor")

    #expect(asleep.contains { $0.hasSuffix("\(light): it is asleep") })
    #expect(asleep.contains { $0.hasSuffix("fix: wake it up, then run `brightness get DP-1`") })
    #expect(withoutBus.contains { $0.hasSuffix("\(light): its bus cannot be opened: no such file or directory") })
    #expect(withoutBus.contains { $0.hasSuffix("fix: run `modprobe i2c-dev` as root, then run `brightness get DP-1`") })
  }

  @Test func `a bar is empty while the only monitor sleeps, and shows it once it was read`() throws {
    try start("[Lights]\nIgnore=backlight/simulated_panel\n")
    let power = "\(root)/class/drm/card0-DP-1/dpms"
    try "Off\n".write(toFile: power, atomically: false, encoding: .utf8)
    let bar = try Program(["brightness", "watch", "--percent", "--socket", socket], errors: .included)
    try bar.wait(for: "\n")
    #expect(bar.printed == "\n")
    try "On\n".write(toFile: power, atomically: false, encoding: .utf8)

    _ = try brightness("get")

    try bar.wait(for: "60\n")
    #expect(bar.printed == "\n60\n")
  }

  @Test func `a monitor that sleeps gets the level when it wakes up, which is said`() throws {
    try start()
    _ = try brightness("get", "DP-1")
    let power = "\(root)/class/drm/card0-DP-1/dpms"
    try "Off\n".write(toFile: power, atomically: false, encoding: .utf8)

    let alone = try Program(["brightness", "set", "50%", "DP-1", "--socket", socket], errors: .included)
    #expect(try alone.waitForOutput() == "brightness: later: DP-1 (SIM 2700), it is asleep\n")
    #expect(alone.waitForEnd() == 0)
    #expect(try brightnessctl("-m", "-c", "ddc", "set", "50") == ["SIM-0001-1234,ddc,50,50%,100"])
    let watcher = try Program(["brightness", "watch", "DP-1", "--json", "--socket", socket])
    try watcher.wait(for: #""state":"restoring""#)
    try "On\n".write(toFile: power, atomically: false, encoding: .utf8)

    try watcher.wait(for: #""base":50.0,"baseRaw":50,"floor":1.0,"state":"free""#)
  }

  @Test func `of several names too, a monitor that sleeps is left out, unless that is all of them`() throws {
    try start()
    try "Off\n".write(toFile: "\(root)/class/drm/card0-DP-1/dpms", atomically: false, encoding: .utf8)
    let command = ["brightness", "set", "max", "--socket", socket]

    let several = try Program(command + ["monitor", "keyboard"], errors: .included)
    let all = try Program(command + ["monitor", "DP-1"], errors: .included)

    #expect(try several.waitForOutput() == "100%\nbrightness: left out: DP-1 (SIM 2700), it is asleep\n")
    #expect(several.waitForEnd() == 0)
    #expect(try brightness("get", "keyboard") == ["100%"])
    #expect(try all.waitForOutput() == "brightness: cannot set 'ddc/SIM-0001-1234': it is asleep\n")
    #expect(all.waitForEnd() == 1)
  }

  @Test func `without a panel brightnessctl moves all monitors, and prints the first`() throws {
    try start("[Light backlight/simulated_panel]\nKind=monitor\n")
    _ = try brightness("set", "50%")

    #expect(try brightnessctl("-m", "set", "5%+").map { $0.split(separator: ",")[0] } == ["simulated_panel"])
    #expect(try brightness("get", "simulated_panel") == ["55%"])
    #expect(try brightness("get", "DP-1") == ["55%"])
    #expect(try brightnessctl("-m", "get").count == 1)
    #expect(try brightnessctl("-c", "bogus", "set", "80%") == [])
    #expect(try brightnessctl("-c", "ddc", "get") == ["55"])

    // Steps differ from light to light.
    let changed = try brightnessctl("-m", "-s", "-n5", "set", "20%")
    #expect(changed.map { $0.split(separator: ",")[0] } == ["simulated_panel"])
    #expect(try brightness("get", "DP-1") == ["20%"])
    _ = try brightnessctl("-r")
    #expect(try brightness("get", "simulated_panel") == ["55%"])
    #expect(try brightness("get", "DP-1") == ["55%"])
  }
}
