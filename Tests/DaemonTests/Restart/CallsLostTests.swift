import EventLoop
import Glibc
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct CallsLostTests {
  private let cloakroom = Cloakroom()

  @Test func `a call that was sent and not read is answered by the next daemon`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    client.begin("Sessions.OnDisappear", #"{"scene":1}"#)

    try desk.restart()

    #expect(client.heard() == [#"{"parameters":{}}"#])
    #expect(desk.level() == 60)
  }

  @Test func `a hold that was sent and not read is told of by the next daemon`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.call("Sessions.Push", Survivor.scene(80))
    client.begin("Sessions.Hold", Survivor.scene(30), wantsMore: true)

    try desk.restart()

    #expect(client.heard() == [#"{"parameters":{"scene":2,"event":"holding"},"continues":true}"#])
    #expect(desk.level() == 30)
  }

  @Test func `a client of whose message half was read is not left waiting`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    client.send(#"{"method":"io.brightnessd.Sessi"#)
    desk.goOn()

    try desk.restart()

    #expect(client.isClosed)
    #expect(desk.level() == 60)
    #expect(try desk.kept() == [])
    #expect(cloakroom.names == [])
  }

  @Test func `a client that has called on behind its hold is not left waiting`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.hold(80)
    client.begin("Sessions.List")
    desk.goOn()

    try desk.restart()

    #expect(client.isClosed)
    #expect(desk.level() == 60)
  }

  @Test func `a client that has not read its answers is not left with half of one`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    let answer = client.call("Lights.List").joined()
    for _ in 0..<(350_000 / answer.utf8.count) {
      client.begin("Lights.List")
      desk.takeTurn()
    }

    try desk.restart()

    #expect(client.isClosed)
    #expect(desk.level() == 60)
  }

  @Test func `a client that waits when the next daemon dies too is not left waiting`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    try desk.restart()
    client.begin("Sessions.OnDisappear", #"{"scene":1}"#)
    for _ in 0..<4 { desk.takeTurn() }

    try desk.restart()

    #expect(client.isClosed)
    #expect(desk.level() == 60)
  }

  @Test func `what a client is told for the last time ends its call for the next daemon too`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.hold(80, #","onChange":"cancel""#)
    try desk.move(to: 50)
    #expect(client.heard() == [Survivor.told("cancelled", isLast: true)])

    try desk.restart()

    #expect(client.heard() == [])
    #expect(client.call("Sessions.OnDisappear", #"{"scene":1}"#).count == 1)
    #expect(desk.level() == 50)
  }

  private func desk() throws -> Desk { try Desk(serving: Configuration(), keepingIn: cloakroom) }
}
