import EventLoop
import Glibc
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct SessionsLiveOnTests {
  private let cloakroom = Cloakroom()

  @Test func `a scene outlives the daemon, and its light is at no time anything else`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    let scene = client.appear(80)
    _ = desk.files.takeWritten()

    try desk.restart()

    #expect(desk.files.takeWritten().allSatisfy { $0 == "panel 80" })
    #expect(desk.level() == 80)
    #expect(client.call("Sessions.OnDisappear", #"{"scene":\#(scene)}"#) == [#"{"parameters":{}}"#])
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `the base is that of the person, however often the daemon dies`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)

    for _ in 0..<3 { try desk.restart() }
    client.appear(30)
    #expect(desk.level() == 30)
    try desk.restart()
    client.leave()

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `a hold goes on, and tells what has changed and nothing else`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    #expect(client.hold(30) == [Survivor.told("holding")])

    try desk.restart()
    #expect(client.heard() == [])
    try desk.move(to: 50)

    #expect(client.heard() == [Survivor.told("yielded", on: "backlight/panel")])
    #expect(desk.level() == 50)
  }

  @Test func `a hold that others outrank is told so once, and resumes when they are gone`() throws {
    let desk = try desk()
    let film = try Survivor(desk)
    let ticket = try Survivor(desk)
    film.hold(30)
    ticket.hold(100)
    #expect(film.heard() == [Survivor.told("outranked", on: "backlight/panel")])

    try desk.restart()
    #expect(film.heard() == [])
    ticket.leave()

    #expect(film.heard() == [Survivor.told("resumed", on: "backlight/panel")])
    #expect(desk.level() == 30)
  }

  @Test func `a hold whose time ran out while there was no daemon is told so, and its light returns`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.hold(80)

    desk.kill()
    try desk.age("1")
    try desk.start()

    #expect(client.heard() == [Survivor.told("expired", isLast: true)])
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(client.call("Sessions.OnDisappear", #"{"scene":1}"#).count == 1)
  }

  @Test func `what the person took over is told once`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.hold(30)
    try desk.move(to: 50)
    #expect(client.heard() == [Survivor.told("yielded", on: "backlight/panel")])

    try desk.restart()

    #expect(client.heard() == [])
    #expect(desk.level() == 50)
  }

  @Test func `a hold whose light was not written when the daemon died says so when it is`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.begin("Sessions.Hold", Survivor.scene(30), wantsMore: true)
    for _ in 0..<4 { desk.takeTurn() }
    #expect(desk.level() == 60)

    try desk.restart()

    #expect(client.heard() == [Survivor.told("holding")])
    #expect(desk.level() == 30)
    client.leave()
    #expect(desk.level() == 60)
  }

  @Test(arguments: 0...7, [true, false])
  func `a daemon that dies between any two calls into the kernel goes on, or lets go`(calls: Int, appears: Bool) throws
  {
    let desk = try desk()
    let client = try Survivor(desk)
    client.call("Sessions.Push", Survivor.scene(80))
    if !appears { client.call("Sessions.OnAppear", #"{"scene":1}"#) }

    desk.files.die(after: calls)
    client.call(appears ? "Sessions.OnAppear" : "Sessions.OnDisappear", #"{"scene":1}"#)
    desk.kill()
    desk.files.die(after: .max)
    try desk.start()

    #expect(desk.level() == (desk.sessionCount == 1 && appears ? 80 : 60))
    client.leave()
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(try desk.kept() == [])
  }

  @Test func `a client that is gone when the daemon comes back has no session, and its light returns`() throws {
    let desk = try desk()
    var client: Survivor? = try Survivor(desk)
    client?.appear(80)

    desk.kill()
    _ = client.take()
    try desk.start()

    #expect(desk.level() == 60)
    #expect(desk.sessionCount == 0)
    #expect(try desk.kept() == [])
  }

  @Test func `of two sessions the one that is gone ends, and the other lives on`() throws {
    let desk = try desk()
    let film = try Survivor(desk)
    var ticket: Survivor? = try Survivor(desk)
    film.appear(30)
    ticket?.appear(100)

    desk.kill()
    _ = ticket.take()
    try desk.start()

    #expect(desk.level() == 30)
    #expect(try desk.kept() == ["session-1"])
    film.leave()
    #expect(desk.level() == 60)
  }

  @Test func `the order of appearances is kept, whatever the order of the sessions`() throws {
    let desk = try desk()
    let first = try Survivor(desk)
    let second = try Survivor(desk)
    second.appear(30)
    first.appear(80)

    try desk.restart()
    #expect(desk.level() == 80)
    first.leave()

    #expect(desk.level() == 30)
  }

  @Test func `a covered scene stays covered, and counts when the one above is gone`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(30)
    let above = client.appear(80)

    try desk.restart()
    #expect(desk.level() == 80)
    client.call("Sessions.PopFrom", #"{"scene":\#(above)}"#)

    #expect(desk.level() == 30)
  }

  @Test func `the next scene has a number that none had`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    let scene = client.appear(30)
    client.call("Sessions.PopFrom", #"{"scene":\#(scene)}"#)

    try desk.restart()

    #expect(client.appear(80) == "2")
  }

  @Test func `a scene stands aside where it did, and nowhere else`() throws {
    let desk = try Desk([Device.monitor, Device.panel], serving: Configuration(), keepingIn: cloakroom)
    let client = try Survivor(desk)
    client.appear(80)
    try desk.move(to: 50)

    try desk.restart()

    #expect(desk.level() == 50)
    #expect(desk.level(Device.monitor) == 80)
    client.leave()
    #expect(desk.level() == 50)
    #expect(desk.level(Device.monitor) == 30)
  }

  @Test func `a light that comes after the daemon is held`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    try desk.unplug()

    try desk.restart()
    try desk.plug()
    #expect(desk.level() == 80)
    client.leave()

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  private func desk() throws -> Desk { try Desk(serving: Configuration(), keepingIn: cloakroom) }
}
