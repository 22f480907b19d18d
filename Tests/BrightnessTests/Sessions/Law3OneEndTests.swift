import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct Law3OneEndTests {
  private let desk = MindDesk()

  init() throws {
    desk.open(1, with: try request(), try request(.at(20), expires: .seconds(60)), try request())
    desk.open(2, with: try request(.most(50)))
    desk.appear(owner(1, 1))
    desk.appear(owner(1, 2))
    desk.appear(owner(2))
    _ = desk.lights.takeCalls()
  }

  @Test(arguments: [.closed, .exited, .protocolBroken, .quotaExceeded, .cancelled(by: peer(0))] as [SessionEnd])
  func `a session ends once, whatever ends it`(end: SessionEnd) {
    desk.send(.sessionEnded(SessionID(1), end))

    #expect(releases() == ["release 1.1", "release 1.2"])
    #expect(desk.state.sessions.ids == [SessionID(2)])
    #expect(desk.clock.sleepers == 0)
  }

  @Test func `two ends in one turn are one`() {
    desk.send(.sessionEnded(SessionID(1), .exited), .sessionEnded(SessionID(1), .closed))

    #expect(releases() == ["release 1.1", "release 1.2"])
  }

  @Test func `of those who end together each is ended once`() {
    let ends: [(Int, SessionEnd)] = [(1, .exited), (2, .closed), (1, .closed), (3, .closed)]
    desk.send(.sessionsEnded(ends.map { EndedSession(id: SessionID($0), end: $1) }))

    #expect(releases() == ["release 1.1", "release 1.2", "release 2.1"])
    #expect(desk.state.sessions.isEmpty)
  }

  @Test func `a reset is an end`() {
    desk.send(.reset(.user(1000), by: peer()))

    #expect(releases() == ["release 1.1", "release 1.2", "release 2.1"])
    #expect(desk.state.sessions.isEmpty)
  }

  @Test func `the time that is up for a scene is the end of it and of what is above`() {
    desk.clock.advance(by: .seconds(60))

    #expect(releases() == ["release 1.2"])
    #expect(desk.state.sessions[id: SessionID(1)]?.scenes.map(\.owner) == [owner(1, 1)])
  }

  @Test func `popping below a scene is its end`() {
    desk.pop(from: owner(1, 1))

    #expect(releases() == ["release 1.1", "release 1.2"])
    #expect(desk.state.sessions[id: SessionID(1)]?.scenes.isEmpty == true)
  }

  @Test func `the stop of the store ends every session in the order in which their scenes appeared`() {
    desk.stop()

    #expect(releases() == ["release 1.1", "release 1.2", "release 2.1"])
  }

  @Test func `an end in the turn of an appearance finds it`() throws {
    let appeared = try desk.state.action(of: owner(1, 3), .appeared(at: Moment(.zero)))

    desk.send(appeared, .sessionEnded(SessionID(1), .closed))

    #expect(desk.lights.calls.contains("hold 1.3"))
    #expect(releases() == ["release 1.1", "release 1.2", "release 1.3"])
  }

  @Test func `an end while a scene is about to dismiss itself releases nothing twice`() throws {
    let cancelled = try desk.state.action(of: owner(1, 2), .cancelled)

    desk.send(cancelled, .sessionEnded(SessionID(1), .closed))

    #expect(releases().sorted() == ["release 1.1", "release 1.2"])
  }

  @Test func `a scene that has ended does not appear again in the turn of its end`() throws {
    let cancelled = try desk.state.action(of: owner(1, 2), .cancelled)
    let appeared = try desk.state.action(of: owner(1, 2), .appeared(at: Moment(.zero)))

    desk.send(cancelled, appeared)

    #expect(desk.lights.calls == ["release 1.2", "uncover 1.1"])
  }

  private func releases() -> [String] { desk.lights.calls.filter { $0.hasPrefix("release") } }
}
