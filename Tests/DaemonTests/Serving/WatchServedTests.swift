import ControlAPI
import Glibc
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct WatchServedTests {
  @Test func `a reader is told every light at first, and then each change with its cause`() throws {
    let desk = try Desk([Device.panel, Device.keyboard], serving: Configuration())
    let holder = try desk.connect()
    let replies = try desk.connect().follow(LightsInterface.Watch())
    #expect(replies.told == ["1 initial backlight/panel 60", "2 initial leds/tpacpi::kbd_backlight 1"])

    try desk.move(to: 50)
    let held = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))
    holder.leave()
    _ = try desk.connect().ask(LightsInterface.Set(level: .raw(20)))

    #expect(held.takeGood().map(\.event) == [.holding])
    #expect(
      replies.told == [
        "3 person backlight/panel 50", "4 hold backlight/panel 80", "5 release backlight/panel 50",
        "6 settle backlight/panel 50", "7 set backlight/panel 20", "8 settle backlight/panel 20",
      ]
    )
  }

  @Test func `a reader of one light is told of no other`() throws {
    let desk = try Desk([Device.panel, Device.keyboard], serving: Configuration())
    let replies = try desk.connect().follow(LightsInterface.Watch(light: "keyboard"))

    try desk.move(to: 50)
    try desk.move(Device.keyboard, to: 3)

    #expect(replies.told == ["1 initial leds/tpacpi::kbd_backlight 1", "2 person leds/tpacpi::kbd_backlight 3"])
  }

  @Test func `a light that goes is told as it stood at last, and comes back as news`() throws {
    let desk = try Desk(serving: Configuration())
    let replies = try desk.connect().follow(LightsInterface.Watch())
    try desk.move(to: 50)

    try desk.unplug()
    try desk.plug()

    #expect(
      replies.told == [
        "1 initial backlight/panel 60", "2 person backlight/panel 50", "3 hotplug backlight/panel 50",
        "4 gone backlight/panel 50", "5 hotplug backlight/panel 60",
      ]
    )
  }

  @Test func `the process behind a change is told to its user and to root alone`() throws {
    let readers = try Readers(at: Desk(serving: Configuration()))
    #expect(readers.told == [[nil], [nil], [nil]])
    let holder = try readers.desk.connect(as: User.member)

    _ = holder.follow(SessionsInterface.Hold(scene: .exactly(80, onChange: .rebase)))
    #expect(readers.told == [[.process], [.process], [nil]])

    holder.leave()
    #expect(readers.told == [[.process, .process], [.process, .process], [nil, nil]])
  }

  @Test func `behind a level that is set is who set it, and not who holds the light`() throws {
    let readers = try Readers(at: Desk(serving: Configuration()))
    let scene = SessionsInterface.SceneRequest(claims: [.init(rule: .atMost, percent: 80)], onChange: .rebase)
    _ = try readers.desk.connect(as: User.member).follow(SessionsInterface.Hold(scene: scene))
    _ = readers.told

    _ = try readers.desk.connect(as: User.otherMember).ask(LightsInterface.Set(level: .raw(90)))

    #expect(readers.told == [[nil], [.process], [.process]])
  }

  @Test func `behind a change from outside is nobody, whoever holds the light`() throws {
    let readers = try Readers(at: Desk(serving: Configuration()))
    _ = try readers.desk.connect(as: User.member)
      .follow(SessionsInterface.Hold(scene: .exactly(80, onChange: .rebase)))
    _ = readers.told

    try readers.desk.move(to: 50)

    #expect(readers.told == [[nil], [nil], [nil]])
  }

  @Test func `behind a scene that is uncovered, or was cancelled by others, is its own process`() throws {
    let readers = try Readers(at: Desk(serving: Configuration()))
    let holder = try readers.desk.connect(as: User.member)
    for level in [80.0, 20] {
      let scene = try holder.ask(SessionsInterface.Push(scene: .exactly(level))).scene
      _ = try holder.ask(SessionsInterface.OnAppear(scene: scene))
    }
    _ = readers.told

    _ = try holder.ask(SessionsInterface.PopFrom(scene: 2))
    #expect(readers.told == [[.process], [.process], [nil]])

    _ = try readers.desk.connect(as: User.root).ask(SessionsInterface.Cancel(session: holder.session))
    #expect(readers.told[0] == [.process, .process])
  }

  @Test func `a reader that did not ask for more is told so, and nobody watches`() throws {
    let desk = try Desk(serving: Configuration())

    #expect(try desk.connect().refusal(of: "Lights.Watch") == .service(.expectedMore))
    #expect(desk.watcherCount == 0)
  }

  @Test func `a reader that leaves is not told any more`() throws {
    let desk = try Desk(serving: Configuration())
    let reader = try desk.connect()
    let replies = reader.follow(LightsInterface.Watch())

    reader.leave()
    try desk.move(to: 50)

    #expect(replies.told == ["1 initial backlight/panel 60"])
    #expect(desk.watcherCount == 0)
  }
}

extension Replies<LightsInterface.Watch.Reply> {
  /// What came since the last time, as "1 initial backlight/panel 60".
  var told: [String] { takeGood().map { "\($0.sequence) \($0.cause) \($0.light.id) \($0.light.raw)" } }
}

/// A user, root and another user, who watch the lights.
private struct Readers {
  let desk: Desk
  private let replies: [Replies<LightsInterface.Watch.Reply>]

  init(at desk: Desk) throws {
    self.desk = desk
    replies = try [User.member, User.root, User.otherMember].map { user in
      try desk.connect(as: user).follow(LightsInterface.Watch())
    }
  }

  /// The processes that each was told since the last time.
  var told: [[Int?]] { replies.map { $0.takeGood().map(\.pid) } }
}

extension Int? {
  fileprivate static var process: Int? { Int(getpid()) }
}
