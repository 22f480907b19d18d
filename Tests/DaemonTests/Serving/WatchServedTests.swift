import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Glibc
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct WatchServedTests {
  @Test func `a watcher receives every light at first, and then each change with its cause`() throws {
    let daemon = try TestDaemon([Device.panel, Device.keyboard], serving: Configuration())
    let holder = try daemon.connect()
    let replies = try daemon.connect().follow(LightsInterface.Watch())
    #expect(replies.events == ["1 initial backlight/panel 60", "2 initial leds/tpacpi::kbd_backlight 1"])

    try daemon.move(to: 50)
    let held = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))
    holder.leave()
    _ = try daemon.connect().ask(LightsInterface.Set(level: .raw(20)))

    #expect(held.takeSuccessful().map(\.event) == [.holding])
    #expect(
      replies.events == [
        "3 external backlight/panel 50", "4 hold backlight/panel 80", "5 release backlight/panel 50",
        "6 restore backlight/panel 50", "7 set backlight/panel 20", "8 restore backlight/panel 20",
      ]
    )
  }

  @Test func `a level that is set is reported, also where it changes nothing`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = SessionsInterface.SceneRequest(claims: [.init(rule: .atMost, percent: 30)], onUserChange: .rebase)
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: film))
    _ = try daemon.connect().ask(LightsInterface.Set(level: .percent(100)))
    let replies = try daemon.connect().follow(LightsInterface.Watch())

    _ = try daemon.connect().ask(LightsInterface.Set(level: .changePercent(5)))

    #expect(replies.events == ["1 initial backlight/panel 30", "2 set backlight/panel 30"])
  }

  @Test func `the process behind a change is reported only to its user and to root`() throws {
    let readers = try Readers(at: TestDaemon(serving: Configuration()))
    #expect(readers.events == [[nil], [nil], [nil]])
    let holder = try readers.daemon.connect(as: User.member)

    _ = holder.follow(SessionsInterface.Hold(scene: .exactly(80, onUserChange: .rebase)))
    #expect(readers.events == [[.process], [.process], [nil]])

    holder.leave()
    #expect(readers.events == [[.process, .process], [.process, .process], [nil, nil]])
  }

  @Test func `the process behind a set level is the caller, not the holder`() throws {
    let readers = try Readers(at: TestDaemon(serving: Configuration()))
    let scene = SessionsInterface.SceneRequest(claims: [.init(rule: .atMost, percent: 80)], onUserChange: .rebase)
    _ = try readers.daemon.connect(as: User.member).follow(SessionsInterface.Hold(scene: scene))
    _ = readers.events

    _ = try readers.daemon.connect(as: User.otherMember).ask(LightsInterface.Set(level: .raw(90)))

    #expect(readers.events == [[nil], [.process], [.process]])
  }

  @Test func `a watcher of sessions is notified of another user's scene, also if it changes no light`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let changes = try daemon.connect(as: User.guest).follow(SessionsInterface.Watch())
    #expect(changes.takeSuccessful().count == 1)
    let holder = try daemon.connect()

    let held = holder.follow(SessionsInterface.Hold(scene: .exactly(60)))
    #expect(changes.takeSuccessful().count == 1)
    holder.leave()

    #expect(changes.takeSuccessful().count == 1)
    #expect(held.takeSuccessful().map(\.event) == [.holding])
  }
}

extension Replies<LightsInterface.Watch.Reply> {
  /// The updates since the last call, as "1 initial backlight/panel 60".
  var events: [String] { takeSuccessful().map { "\($0.sequence) \($0.cause) \($0.light.id) \($0.light.raw)" } }
}

/// A user, root and another user, who watch the lights.
private struct Readers {
  let daemon: TestDaemon
  private let replies: [Replies<LightsInterface.Watch.Reply>]

  init(at daemon: TestDaemon) throws {
    self.daemon = daemon
    replies = try [User.member, User.root, User.otherMember].map { user in
      try daemon.connect(as: user).follow(LightsInterface.Watch())
    }
  }

  /// The processes that each watcher received since the last time.
  var events: [[Int?]] { replies.map { $0.takeSuccessful().map(\.pid) } }
}

extension Int? {
  fileprivate static var process: Int? { Int(getpid()) }
}
