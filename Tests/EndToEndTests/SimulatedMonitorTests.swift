import Foundation
import Programs
import Testing

/// A simulated monitor: the real daemon, client and worker, with the timing of a real monitor.
@Suite struct SimulatedMonitorTests {
  @Test func `a monitor is listed, read, set, held and restored by the programs`() throws {
    let machine = try SimulatedMachine()
    let listed = try #require(try machine.brightness("list").first { $0.hasPrefix("ddc/SIM-0001-1234") })
    #expect(listed.contains("not read") && listed.hasSuffix("DP-1  SIM 2700"))
    #expect(try machine.brightness("get", "DP-1") == ["60%"])
    #expect(try machine.brightness("set", "70%", "DP-1") == ["70%"])
    #expect(try machine.brightness("hold", "--at", "DP-1=30%", "--", "true") == [])
    #expect(try machine.brightness("get", "monitor") == ["70%"])

    machine.daemon.signal(SIGTERM)
    #expect(machine.daemon.waitForEnd() == 0)
  }

  @Test func `the configuration of the recipe is accepted, and all screens are set`() throws {
    let machine = try SimulatedMachine(Recipe("Monitors", language: "ini").text)

    #expect(machine.log.filter { $0.contains(machine.configuration) } == [])
    #expect(try Recipe("Monitors", language: "sh").text == "brightness set 60%")
    _ = try machine.brightness("set", "60%")
    #expect(try machine.brightness("get", "panel") == ["60%"])
    #expect(try machine.brightness("get", "DP-1") == ["60%"])
  }

  @Test func `up and down move the panel and the monitor`() throws {
    let machine = try SimulatedMachine()

    #expect(try machine.brightness("up").count == 2)
    #expect(try machine.brightness("get", "monitor") == ["65%"])
    _ = try machine.brightness("down", "10%")
    #expect(try machine.brightness("get", "monitor") == ["55%"])
  }

  @Test func `a monitor that a call for all leaves out is named with the reason`() throws {
    let machine = try SimulatedMachine()
    try "Off\n".write(toFile: "\(machine.root)/class/drm/card0-DP-1/dpms", atomically: false, encoding: .utf8)
    let command = ["brightness", "set", "50%", "--socket", machine.socket]

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
    let machine = try SimulatedMachine()
    let light = "ddc/SIM-0001-1234 (SIM 2700 at DP-1) is a monitor, not read when last asked"
    let power = "\(machine.root)/class/drm/card0-DP-1/dpms"

    try "Off\n".write(toFile: power, atomically: false, encoding: .utf8)
    _ = try machine.brightness("get", "DP-1")
    let asleep = try machine.brightness("doctor")
    try "On\n".write(toFile: power, atomically: false, encoding: .utf8)
    try FileManager.default.removeItem(atPath: "\(machine.root)/.dev/i2c-1")
    _ = try machine.brightness("get", "DP-1")
    let withoutBus = try machine.brightness("doctor")

    #expect(asleep.contains { $0.hasSuffix("\(light): it is asleep") })
    #expect(asleep.contains { $0.hasSuffix("fix: wake it up, then run `brightness get DP-1`") })
    #expect(withoutBus.contains { $0.hasSuffix("\(light): its bus cannot be opened: no such file or directory") })
    #expect(withoutBus.contains { $0.hasSuffix("fix: run `modprobe i2c-dev` as root, then run `brightness get DP-1`") })
  }

  @Test func `a bar is empty while the only monitor sleeps, and shows it once it was read`() throws {
    let machine = try SimulatedMachine("[Lights]\nIgnore=backlight/simulated_panel\n")
    let power = "\(machine.root)/class/drm/card0-DP-1/dpms"
    try "Off\n".write(toFile: power, atomically: false, encoding: .utf8)
    let bar = try Program(["brightness", "watch", "--percent", "--socket", machine.socket], errors: .included)
    try bar.wait(for: "\n")
    #expect(bar.printed == "\n")
    try "On\n".write(toFile: power, atomically: false, encoding: .utf8)

    _ = try machine.brightness("get")

    try bar.wait(for: "60\n")
    #expect(bar.printed == "\n60\n")
  }

  @Test func `a monitor that sleeps gets the level when it wakes up, which is said`() throws {
    let machine = try SimulatedMachine()
    _ = try machine.brightness("get", "DP-1")
    let power = "\(machine.root)/class/drm/card0-DP-1/dpms"
    try "Off\n".write(toFile: power, atomically: false, encoding: .utf8)

    let alone = try Program(["brightness", "set", "50%", "DP-1", "--socket", machine.socket], errors: .included)
    #expect(try alone.waitForOutput() == "brightness: later: DP-1 (SIM 2700), it is asleep\n")
    #expect(alone.waitForEnd() == 0)
    #expect(try machine.brightnessctl("-m", "-c", "ddc", "set", "50") == ["SIM-0001-1234,ddc,50,50%,100"])
    let watcher = try Program(["brightness", "watch", "DP-1", "--json", "--socket", machine.socket])
    try watcher.wait(for: #""state":"restoring""#)
    try "On\n".write(toFile: power, atomically: false, encoding: .utf8)

    try watcher.wait(for: #""base":50.0,"baseRaw":50,"floor":1.0,"state":"free""#)
  }

  @Test func `of several names too, a monitor that sleeps is left out, unless that is all of them`() throws {
    let machine = try SimulatedMachine()
    try "Off\n".write(toFile: "\(machine.root)/class/drm/card0-DP-1/dpms", atomically: false, encoding: .utf8)
    let command = ["brightness", "set", "max", "--socket", machine.socket]

    let several = try Program(command + ["monitor", "keyboard"], errors: .included)
    let all = try Program(command + ["monitor", "DP-1"], errors: .included)

    #expect(try several.waitForOutput() == "100%\nbrightness: left out: DP-1 (SIM 2700), it is asleep\n")
    #expect(several.waitForEnd() == 0)
    #expect(try machine.brightness("get", "keyboard") == ["100%"])
    #expect(try all.waitForOutput() == "brightness: cannot set 'ddc/SIM-0001-1234': it is asleep\n")
    #expect(all.waitForEnd() == 1)
  }

  @Test func `without a panel brightnessctl moves all monitors, and prints the first`() throws {
    let machine = try SimulatedMachine("[Light backlight/simulated_panel]\nKind=monitor\n")
    _ = try machine.brightness("set", "50%")

    #expect(try machine.brightnessctl("-m", "set", "5%+").map { $0.split(separator: ",")[0] } == ["simulated_panel"])
    #expect(try machine.brightness("get", "simulated_panel") == ["55%"])
    #expect(try machine.brightness("get", "DP-1") == ["55%"])
    #expect(try machine.brightnessctl("-m", "get").count == 1)
    #expect(try machine.brightnessctl("-c", "bogus", "set", "80%") == [])
    #expect(try machine.brightnessctl("-c", "ddc", "get") == ["55"])

    // Steps differ from light to light.
    let changed = try machine.brightnessctl("-m", "-s", "-n5", "set", "20%")
    #expect(changed.map { $0.split(separator: ",")[0] } == ["simulated_panel"])
    #expect(try machine.brightness("get", "DP-1") == ["20%"])
    _ = try machine.brightnessctl("-r")
    #expect(try machine.brightness("get", "simulated_panel") == ["55%"])
    #expect(try machine.brightness("get", "DP-1") == ["55%"])
  }
}
