import ControlAPI
import Glibc
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct HoldServedTests {
  @Test func `whoever holds is told what becomes of the scene`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))
    #expect(film.takeGood().map(\.event) == [.holding])

    let ticket = try desk.connect()
    let other = ticket.follow(SessionsInterface.Hold(scene: .exactly(100)))
    #expect(film.takeGood().map(\.event) == [.outranked])
    #expect(other.takeGood().map(\.event) == [.holding])

    ticket.leave()
    #expect(film.takeGood().map(\.event) == [.resumed])

    try desk.move(to: 50)
    #expect(film.takeGood().map(\.event) == [.yielded])
    #expect(desk.level() == 50)
  }

  @Test func `that it holds is told when it is written`() throws {
    let desk = try Desk(serving: Configuration())

    let replies = try desk.connect().begin(SessionsInterface.Hold(scene: .exactly(30)))
    for _ in 0..<4 { desk.takeTurn() }
    #expect(replies.take().isEmpty)
    desk.goOn()

    #expect(replies.takeGood().map(\.event) == [.holding])
  }

  @Test func `a scene that the person's change cancels says so at last, and nobody is told any more`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let replies = visitor.follow(SessionsInterface.Hold(scene: .exactly(30, onChange: .cancel)))

    try desk.move(to: 50)

    #expect(replies.takeGood().map(\.event) == [.holding, .cancelled])
    #expect(desk.watcherCount == 0)
    #expect(try visitor.ask(LightsInterface.Get()).light.standing == .free)
  }

  @Test func `a hold that cannot be recorded is refused, and nobody is told any more`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.blockState()
    let visitor = try desk.connect()

    #expect {
      try visitor.follow(SessionsInterface.Hold(scene: .exactly(30))).take().first?.get()
    } throws: { error in
      guard case ControlError.sessions(.invalidClaim(field: "claims", _)) = error else { return false }
      return true
    }
    #expect(desk.level() == 60)
    #expect(desk.watcherCount == 0)
  }

  @Test func `a hold that did not ask for more is told so, and nothing is pushed`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()

    let refusal = try visitor.refusal(of: "Sessions.Hold", #"{"scene":{"claims":[]}}"#)

    #expect(refusal == .service(.expectedMore))
    #expect(try visitor.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
  }

  @Test func `a person's level by us counts as one from outside`() throws {
    let desk = try Desk(serving: Configuration())
    let replies = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))

    _ = try desk.connect().ask(LightsInterface.Set(level: .raw(50)))

    #expect(replies.takeGood().map(\.event) == [.holding, .yielded])
    #expect(desk.level() == 50)
  }

  @Test func `priorities decide between sessions, whoever came first`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(30, priority: .high)))

    let late = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(100)))

    #expect(desk.level() == 30)
    #expect(late.takeGood().map(\.event) == [.outranked])
  }
}
