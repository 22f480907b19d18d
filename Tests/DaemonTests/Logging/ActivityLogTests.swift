import BrightnessControl
import BrightnessModel
import DDCTesting
import Glibc
import HardwareTesting
import Service
import Testing

@testable import Daemon

/// What an administrator finds in the journal afterwards.
@Suite struct ActivityLogTests {
  @Test func `a hold is logged with user, process, name and claims, and its end with the reason`() throws {
    let world = try LoggedDaemon()
    let client = try world.daemon.connect()
    let scene = SessionsInterface.SceneRequest(
      name: "film",
      reason: "film night",
      claims: [
        .init(rule: .atMost, percent: 30), .init(light: "keyboard", rule: .exactly, percent: 0),
        .init(light: "backlight/panel", rule: .scaled, percent: 50),
      ]
    )

    let replies = client.follow(SessionsInterface.Hold(scene: scene))
    client.leave()

    #expect(replies.isEmpty == false)
    let claims = "each screen at most 30%, each keyboard at its lowest level, backlight/panel scaled to 50%"
    #expect(
      world.takeLines() == [
        "hold 'film' begins, session 1 of \(Self.member): \(claims)",
        "hold 'film' ends, session 1 of \(Self.member): its connection ended",
      ]
    )
  }

  @Test func `the end says who ended a hold, or that it ended by itself`() throws {
    let world = try LoggedDaemon()
    func end(_ more: SessionsInterface.OnUserChange? = nil, _ act: (TestClient) throws -> Void) throws -> String? {
      let client = try world.daemon.connect()
      _ = client.follow(SessionsInterface.Hold(scene: .exactly(30, onUserChange: more)))
      _ = world.takeLines()
      try act(client)
      let line = world.takeLines().first { $0.hasPrefix("hold ends, ") }
      client.leave()
      _ = world.takeLines()
      return line.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }
    let (root, member) = (Self.text(of: User.root), Self.member)

    #expect(
      try end { try world.daemon.connect(as: User.root).ask(SessionsInterface.Cancel(session: $0.session)) }
        == "cancelled by \(root)"
    )
    #expect(try end { _ in try world.daemon.connect().ask(SessionsInterface.Reset()) } == "reset by \(member)")
    #expect(
      try end { _ in try world.daemon.connect(as: User.root).ask(SessionsInterface.Reset(all: true)) }
        == "reset by \(root)"
    )
    #expect(try end(.cancel) { _ in try world.daemon.move(to: 50) } == "the user changed the light")
    #expect(try end { _ in _ = world.daemon.stop() } == "the daemon stops")
  }

  @Test func `a hold whose time is over, and one that its program lets go`() throws {
    let world = try LoggedDaemon()
    let client = try world.daemon.connect()
    for scene in [SessionsInterface.SceneRequest.exactly(30), .brief] {
      _ = try client.ask(SessionsInterface.OnAppear(scene: client.ask(SessionsInterface.Push(scene: scene)).scene))
    }
    _ = world.takeLines()

    world.daemon.wait(.seconds(60))
    _ = try client.ask(SessionsInterface.OnDisappear(scene: 1))
    _ = try client.ask(SessionsInterface.OnAppear(scene: 1))
    _ = try client.ask(SessionsInterface.PopFrom(scene: 1))

    #expect(
      world.takeLines() == [
        "hold ends, session 1 of \(Self.member): its time was over",
        "hold ends, session 1 of \(Self.member): its program let go",
        "hold begins, session 1 of \(Self.member): each screen at 30%",
        "hold ends, session 1 of \(Self.member): its program let go",
      ]
    )
  }

  @Test func `a hold above one that ends says so`() throws {
    let world = try LoggedDaemon()
    let client = try world.daemon.connect()
    for scene in [SessionsInterface.SceneRequest.brief, .exactly(30)] {
      _ = try client.ask(SessionsInterface.OnAppear(scene: client.ask(SessionsInterface.Push(scene: scene)).scene))
    }
    _ = world.takeLines()

    world.daemon.wait(.seconds(60))

    #expect(
      Set(world.takeLines()) == [
        "hold ends, session 1 of \(Self.member): its time was over",
        "hold ends, session 1 of \(Self.member): the hold below it on its connection ended",
      ]
    )
  }

  @Test func `a hold whose base level cannot be recorded says so`() throws {
    let world = try LoggedDaemon()
    try world.daemon.blockState()

    _ = try world.daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))

    #expect(
      world.takeLines().last
        == "hold ends, session 1 of \(Self.member): the base level of a light could not be recorded"
    )
  }

  @Test func `a hold that another call of its program ends says so`() throws {
    let world = try LoggedDaemon()
    let client = try world.daemon.connect()
    _ = client.follow(SessionsInterface.Hold(scene: .exactly(30)))
    _ = world.takeLines()

    _ = client.follow(LightsInterface.Watch())

    #expect(
      world.takeLines()
        == ["hold ends, session 1 of \(Self.member): its program made another call on the connection"]
    )
  }

  @Test func `a hold that goes on after a restart says so`() throws {
    let world = try LoggedDaemon(storingIn: TestDescriptorStore())
    let client = try SocketClient(world.daemon)
    client.hold(30)

    try world.restart()

    #expect(
      world.takeLines() == [
        "hold goes on, session 1 of \(Self.member): each screen at 30%", "1 of 1 saved sessions go on",
        "backlight/panel is connected, a panel with 100 steps",
      ]
    )
    withExtendedLifetime(client) {}
  }

  @Test func `a level is logged with who set it, and not where it was refused`() throws {
    let world = try LoggedDaemon([Device.panel, Device.monitor])
    let client = try world.daemon.connect()

    _ = try client.ask(LightsInterface.Set(level: .percent(50)))
    _ = try client.ask(LightsInterface.Set(light: "ddcci5", level: .changePercent(-10)))
    #expect(throws: ControlError.self) { try client.ask(LightsInterface.Set(light: "panel", level: .raw(1000))) }

    #expect(
      world.takeLines() == [
        "base level set by \(Self.member): backlight/panel to 50%, backlight/ddcci5 to 50%",
        "base level set by \(Self.member): backlight/ddcci5 to 40%",
      ]
    )
  }

  @Test func `a level that a light does not show is logged with the reason`() throws {
    let world = try LoggedDaemon()
    _ = try world.daemon.connect().follow(
      SessionsInterface.Hold(scene: .exactly(80, onUserChange: .rebase))
    )
    _ = world.takeLines()

    _ = try world.daemon.connect().ask(LightsInterface.Set(level: .percent(50)))
    try world.daemon.unplug()
    _ = try world.daemon.connect().refusal(of: "Lights.Set", #"{"light":"panel","level":{"percent":30}}"#)
    try world.daemon.plug()

    #expect(
      world.takeLines() == [
        "base level set by \(Self.member): backlight/panel to 50%, held at 80%", "backlight/panel was disconnected",
        "base level set by \(Self.member): backlight/panel to 30%, not connected",
        "backlight/panel is connected, a panel with 100 steps",
      ]
    )
  }

  @Test func `a monitor is logged when it is plugged in and unplugged, and not when it is read`() throws {
    let monitor = TestMonitor()
    let world = try LoggedDaemon([], monitors: [monitor])

    world.daemon.ask()
    try world.unplug(monitor)
    try monitor.add(to: world.daemon.tree)
    try world.daemon.sendCardEvent()
    try world.unplug(monitor)

    #expect(
      world.takeLines() == [
        "ddc/DEL-a0b1-777 was disconnected", "ddc/DEL-a0b1-777 is connected, a monitor",
        "ddc/DEL-a0b1-777 was disconnected",
      ]
    )
  }

  @Test func `a light that is plugged in and unplugged has one line about each in the debug log too`() throws {
    let world = try LoggedDaemon()
    world.log.level = .debug

    try world.daemon.unplug()
    try world.daemon.plug()

    #expect(
      world.takeLines().filter { $0.contains("connected") } == [
        "backlight/panel was disconnected", "backlight/panel is connected, a panel with 100 steps",
      ]
    )
  }

  @Test(arguments: [
    (ChangeSource.hotkey, "a hotkey"), (.sysfs, "another program"), (.unknown, "an unknown source"),
  ])
  func `a change from outside is logged with its levels`(source: ChangeSource, text: String) throws {
    let world = try LoggedDaemon()

    try world.daemon.move(to: 25, by: source)

    #expect(world.takeLines() == ["level changed by \(text): backlight/panel from 60% to 25%"])
  }

  @Test func `a change that no event reported is logged when it is found`() throws {
    let world = try LoggedDaemon([Device.panel, Device.keyboard])
    try world.daemon.moveSilently(Device.keyboard, to: 3)
    let client = try world.daemon.connect()

    _ = client.follow(SessionsInterface.Hold(scene: .exactly(0, of: "keyboard")))

    #expect(
      world.takeLines() == [
        "hold begins, session 1 of \(Self.member): each keyboard at its lowest level",
        "level changed by the user, without an event: leds/tpacpi::kbd_backlight from 33.333333% to 100%",
      ]
    )
  }

  @Test func `a hold that began while its kind was not logged does not log its end`() throws {
    let world = try LoggedDaemon()
    world.log.level = .notice
    let client = try world.daemon.connect()

    _ = client.follow(SessionsInterface.Hold(scene: .exactly(30)))
    try world.daemon.move(to: 25)
    world.log.level = .info
    client.leave()

    #expect(world.takeLines() == [])
  }

  @Test func `a storm of one user is counted, and hides no other user`() throws {
    let world = try LoggedDaemon()
    let storm = try (0..<20).map { _ in try world.daemon.connect() }
    for client in storm { _ = client.follow(SessionsInterface.Hold(scene: .exactly(30))) }
    let other = try world.daemon.connect(as: User.otherMember)
    _ = other.follow(SessionsInterface.Hold(scene: .exactly(40)))
    for client in storm { client.closeSilently() }
    other.leave()

    let lines = world.takeLines()
    #expect(lines.count { $0.contains("begins") && $0.contains("user 1000") } == 5)
    #expect(lines.count { $0.contains("ends") && $0.contains("user 1000") } == 5)
    #expect(lines.count { $0.contains("user 1001") } == 2)
  }

  @Test func `text of a client cannot break out of its place in a line`() throws {
    let world = try LoggedDaemon()
    let client = try world.daemon.connect()
    let name = "a' ends, session 9\n\(String(repeating: "b", count: 60))"
    let scene = SessionsInterface.SceneRequest(name: name, claims: [.init(rule: .exactly, percent: 30)])

    _ = client.follow(SessionsInterface.Hold(scene: scene))

    let shown = "a\\' ends, session 9\\n\(String(repeating: "b", count: 21))…"
    #expect(world.takeLines() == ["hold '\(shown)' begins, session 1 of \(Self.member): each screen at 30%"])
  }

  @Test func `the debug log has each action as one line that a person can read, and leaves none out`() throws {
    let world = try LoggedDaemon()
    world.log.level = .debug
    let scene = SessionsInterface.SceneRequest(
      name: "film",
      reason: "film night",
      claims: [.init(rule: .atMost, percent: 30)],
      onUserChange: .rebase
    )
    for _ in 0..<9 {
      let client = try world.daemon.connect()
      _ = client.follow(SessionsInterface.Hold(scene: scene))
      client.leave()
    }

    let lines = world.takeLines()
    let last = lines.filter { $0.contains("session 9") && !$0.hasPrefix("hold ") }
    #expect(
      last == [
        "session 9 begins, user 1000, process \(getpid())",
        "session 9 calls: hold 'film', because of 'film night', each screen at most 30%, on change rebase",
        "now: backlight/panel at 30%, held by scene 1 of session 9, base 60%",
        "session 9 of user \(geteuid()) ended: the peer has hung up", "the connection of session 9 ended",
      ]
    )
    let end = lines.drop { $0 != "the connection of session 9 ended" }.filter { !$0.hasPrefix("hold ") }
    #expect(
      end == [
        "the connection of session 9 ended", "now: backlight/panel at 60%, restoring, base 60%",
        "to write: backlight/panel step 60 of 100", "backlight/panel was written to step 60",
        "now: backlight/panel at 60%, free, base 60%",
      ]
    )
    #expect(!lines.contains { $0.contains("left out") || $0.contains("\\n") })
  }

  private static let member = text(of: User.member)

  private static func text(of peer: Peer) -> String {
    "user \(peer.uid), process \(getpid()) '\(ActivityLog.name(ofProcess: getpid()) ?? "")'"
  }
}

/// A daemon that logs at level `info`.
private final class LoggedDaemon {
  let daemon: TestDaemon
  private var lines = Lines()
  private var taken = 0

  init(
    _ devices: [FakeDevice] = [Device.panel],
    storingIn store: TestDescriptorStore? = nil,
    monitors: [TestMonitor] = []
  ) throws {
    daemon = try TestDaemon(devices, serving: Configuration(), storingIn: store, monitors: monitors)
    try restart()
  }

  var log: Log { daemon.subject.assumeIsolated { $0.log } }

  func restart() throws {
    daemon.kill()
    (lines, taken) = (Lines(), 0)
    try daemon.start(lines, level: .info)
    // The lights that are there at the start.
    taken = lines.all.prefix { $0.contains(" is connected, a ") }.count
  }

  func unplug(_ monitor: TestMonitor) throws {
    monitor.remove(from: daemon.tree)
    try daemon.sendCardEvent()
  }

  /// The lines since the last time.
  func takeLines() -> [String] {
    let all = lines.all.map { String($0.dropLast()).withoutProgram }
    defer { taken = all.count }
    return Array(all.dropFirst(taken))
  }
}
