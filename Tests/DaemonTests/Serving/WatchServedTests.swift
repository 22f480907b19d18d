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
    let desk = try Desk(serving: Configuration())
    let readers = try [User.member, User.root, User.otherMember].map { user in
      try desk.connect(as: user).follow(LightsInterface.Watch())
    }
    for reader in readers { #expect(reader.takeGood().map(\.pid) == [nil]) }

    let holder = try desk.connect(as: User.member)
    _ = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))

    let process = Int(getpid())
    #expect(readers.map { $0.takeGood().map(\.pid) } == [[process], [process], [nil]])
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
