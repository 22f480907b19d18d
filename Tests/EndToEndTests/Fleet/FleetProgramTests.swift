import BrightnessControl
import BrightnessModel
import Brokers
import Foundation
import Glibc
import Guarantees
import Programs
import Testing

/// `brightness-fleet` with a real broker, bridge and daemon.
@Suite(.tags(.remoteHoldsEnd)) struct FleetProgramTests {
  @Test(arguments: [SIGKILL, SIGTERM])
  func `the panel is restored however the controller ends`(signal: CInt) throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)
    let hold = try controller.start("hold", "--to", "lobby", "--max", "--name", "alarm", "--grace", "0s")
    try fleet.observer.levels(until: FleetMachine.full)
    try hold.wait(for: "kiosk-7: holding\n")

    hold.signal(signal)

    try fleet.expectReturn()
    #expect(hold.waitForEnd() == (signal == SIGKILL ? -SIGKILL : 0))
  }

  @Test func `a command runs while the panel is held, and its status is that of the hold`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)
    let hold = try controller.start(
      "hold",
      "--to",
      "kiosk-7",
      "--at",
      "30%",
      "--",
      "sh",
      "-c",
      "echo up; read line; exit 7"
    )
    try fleet.observer.levels(until: FleetMachine.less)
    try hold.wait(for: "up\n")

    try hold.say("")

    try fleet.expectReturn()
    #expect(hold.waitForEnd() == 7)
    #expect(hold.printed == "up\n")
  }

  @Test func `a hold goes on when the broker is back, and no light moves`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)
    let hold = try controller.start("hold", "--to", "lobby", "--max", "--grace", "10s")
    try fleet.observer.levels(until: FleetMachine.full)
    try hold.wait(for: "kiosk-7: holding\n")

    fleet.bridge.broker.kill()
    try hold.wait(for: "the hold resumes when the broker '\(fleet.bridge.broker.host)' is back")
    hold.forget()
    try fleet.bridge.startBroker()
    try hold.wait(for: "kiosk-7: holding\n")

    hold.signal(SIGTERM)
    try fleet.expectReturn()
  }

  /// The broker notices it after one and a half of the ten seconds of its keep-alive.
  @Test func `the panel is restored while a controller is stopped, and held again when it goes on`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)
    let hold = try controller.start("hold", "--to", "lobby", "--max")
    try fleet.observer.levels(until: FleetMachine.full)

    hold.signal(SIGSTOP)
    try fleet.expectReturn()
    hold.signal(SIGCONT)

    #expect(try fleet.observer.levels(until: FleetMachine.full) == [FleetMachine.full])
  }

  @Test func `a device that comes online is held without waiting for the lease`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)
    fleet.bridge.program.kill()
    let hold = try controller.start("hold", "--to", "lobby", "--max", "--lease", "5m")
    try hold.wait(for: "holding\n")
    try fleet.bridge.start()

    try fleet.observer.levels(until: FleetMachine.full)
    withExtendedLifetime(hold) {}
  }

  @Test func `the time of a hold ends it, and its repetitions are not printed`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)
    let hold = try controller.start("hold", "--to", "lobby", "--max", "--lease", "1s", "--for", "1s")
    try fleet.observer.levels(until: FleetMachine.full)

    try fleet.expectReturn()
    #expect(try hold.waitForOutput().split(separator: "\n").sorted() == ["expired", "holding", "kiosk-7: holding"])
    #expect(hold.waitForEnd() == 0)
  }

  @Test func `a level that is set becomes the base level`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)

    let run = try controller.run("set", "--to", "lobby", "30%")

    try fleet.observer.levels(until: FleetMachine.less)
    #expect(run.status == 0)
    #expect(run.output == "")
  }

  @Test func `one light of a device is set, and one that it does not have is reported`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)

    let unknown = try controller.run("set", "--to", "kiosk-7", "30%", "backlight/pannel")
    let known = try controller.run("set", "--to", "kiosk-7", "30%", "backlight/panel")

    #expect(unknown.status == 1)
    #expect(unknown.output.contains("cannot set 'backlight/pannel': 'kiosk-7' has no such light"))
    #expect(known.status == 0)
    try fleet.observer.levels(until: FleetMachine.less)
  }

  @Test(arguments: [["set", "--to", "loby", "30%"], ["hold", "--to", "loby", "--max"]])
  func `an address that no device has is reported`(words: [String]) throws {
    let broker = try Broker()
    let controller = try RunningController(of: broker)
    let program = try controller.start(words)

    try program.wait(for: "cannot \(words[0]) 'loby': no device that is online has this address\n")
  }

  @Test func `the devices are listed with their lights and holders`() throws {
    let fleet = try FleetMachine()
    let held = try fleet.holder()
    fleet.bridge.wait(for: #""holder":"guard: alarm""#, on: RunningBridge.panel)
    let controller = try RunningController(of: fleet.bridge.broker)

    let list = try controller.run("list")
    let json = try controller.run("list", "kiosk-7", "--json")
    let holds = try controller.run("holds")

    #expect(list.lines.contains { $0.hasPrefix("kiosk-7") && $0.contains("panel") && $0.contains("alarm") })
    #expect(json.output.contains(#""device":"kiosk-7","online":true"#))
    #expect(holds.lines.contains { $0.contains("guard") && $0.contains("lobby") && $0.contains("1 holding") })
    withExtendedLifetime(held) {}
  }

  @Test func `a device can be forgotten when it is offline`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)

    let refused = try controller.run("forget", "kiosk-7")
    fleet.bridge.program.signal(SIGTERM)
    fleet.bridge.program.waitForEnd()
    let forgotten = try controller.run("forget", "kiosk-7")

    #expect(refused.status == 1)
    #expect(forgotten.status == 0)
    #expect(try fleet.bridge.kept() == [:])
    #expect(try controller.run("list").output == "no devices\n")
  }

  @Test func `changes are printed as lines of JSON`() throws {
    let fleet = try FleetMachine()
    let controller = try RunningController(of: fleet.bridge.broker)
    let watch = try controller.start("watch", "--json")
    try watch.wait(for: #""state":"free""#)

    let held = try fleet.holder(60)

    try watch.wait(for: #""holder":"guard: alarm""#)
    watch.signal(SIGTERM)
    #expect(watch.waitForEnd() == 0)
    withExtendedLifetime(held) {}
  }

  @Test func `without a broker a hold does not begin, and runs no command`() throws {
    let broker = try Broker()
    let controller = try RunningController(of: broker)
    broker.kill()

    let list = try controller.run("list")
    let hold = try controller.run("hold", "--to", "all", "--max", "--", "true")

    #expect(list.status == 3)
    #expect(hold.status == 125)
    #expect(
      list.output
        == "brightness-fleet: cannot use the broker '\(broker.host)': the broker cannot be reached: connection refused\n"
    )
  }
}
