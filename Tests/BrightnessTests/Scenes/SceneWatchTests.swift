import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct SceneWatchTests {
  private let desk = MindDesk()

  @Test func `a client is told nothing of a scene that waits`() throws {
    desk.open(1, with: try request())
    var watch = SceneWatch(owner(1))

    #expect(events(&watch) == [])
  }

  @Test func `a client is told that its scene holds, and each thing once`() throws {
    var watch = try watchOfShown()

    #expect(events(&watch) == [.holding])
    #expect(events(&watch) == [])
  }

  @Test func `a scene below another of its session is outranked, and resumes`() throws {
    var watch = try watchOfShown()
    _ = events(&watch)

    desk.call { state throws(SessionError) in try state.pushing(SceneRequest(claims: []), on: SessionID(1)) }
    desk.appear(owner(1, 2))
    #expect(events(&watch) == [.outranked])

    desk.pop(from: owner(1, 2))
    #expect(events(&watch) == [.resumed])
  }

  @Test func `a scene is outranked where the claim of another decides`() throws {
    var watch = try watchOfShown()
    desk.tellLights()
    _ = events(&watch)
    desk.open(2, with: try request(.at(20)))

    desk.appear(owner(2))
    desk.tellLights()

    #expect(events(&watch) == [.outranked])
    #expect(desk.state.isDeciding(owner(2)))
    #expect(!desk.state.isDeciding(owner(1)))
  }

  @Test func `a scene that nobody overrules holds, although it changes nothing`() throws {
    desk.open(1, with: try request(.most(80)))
    var watch = SceneWatch(owner(1))

    desk.appear(owner(1))
    desk.tellLights()

    #expect(!desk.state.isDeciding(owner(1)))
    #expect(events(&watch) == [.holding])
  }

  @Test func `what others decide on lights that a scene does not claim is none of its business`() throws {
    desk.open(1, with: try SceneRequest(claims: [Claim(.at(0), of: .kind(.keyboard))]))
    desk.open(2, with: try request())
    var watch = SceneWatch(owner(1))

    desk.appear(owner(1))
    desk.appear(owner(2))
    desk.tellLights()

    #expect(events(&watch) == [.holding])
  }

  @Test func `a scene yields to the person, and resumes when it appears again`() throws {
    var watch = try watchOfShown()
    _ = events(&watch)

    desk.move(to: 40)
    #expect(events(&watch) == [.yielded])

    desk.appear(owner(1))
    #expect(events(&watch) == [.resumed])
  }

  @Test func `a covered scene yields too, and counts when it appears again`() throws {
    var watch = try watchOfShown()
    _ = events(&watch)
    desk.call { state throws(SessionError) in try state.pushing(SceneRequest(claims: []), on: SessionID(1)) }
    desk.appear(owner(1, 2))
    desk.move(to: 40)
    #expect(events(&watch) == [.outranked, .yielded])

    desk.appear(owner(1))
    desk.pop(from: owner(1, 2))

    #expect(events(&watch) == [.resumed])
    #expect(desk.lights.counting == [owner(1)])
  }

  @Test func `a scene that yielded while it was covered says so once more when it is not`() throws {
    var watch = try watchOfShown()
    _ = events(&watch)
    desk.call { state throws(SessionError) in try state.pushing(SceneRequest(claims: []), on: SessionID(1)) }
    desk.appear(owner(1, 2))
    desk.move(to: 40)
    _ = events(&watch)

    desk.pop(from: owner(1, 2))

    #expect(watch.news(in: desk.state) == [SceneNews(.resumed), SceneNews(.yielded, on: panel)])
  }

  @Test func `a scene whose user leaves the seat is suspended, and resumes`() throws {
    var watch = try watchOfShown()
    _ = events(&watch)

    desk.seat(1001, among: [1000, 1001])
    #expect(events(&watch) == [.suspended])
    #expect(events(&watch) == [])

    desk.seat(1000, among: [1000, 1001])
    #expect(events(&watch) == [.resumed])
  }

  @Test func `a scene that appears while its user is away is suspended, and holds when they are back`() throws {
    desk.seat(1001, among: [1000, 1001])
    var watch = try watchOfShown()
    #expect(events(&watch) == [.suspended])

    desk.seat(1000, among: [1000])

    #expect(events(&watch) == [.holding])
  }

  @Test func `a scene that is suspended is told nothing of lights, and its end at last`() throws {
    var watch = try watchOfShown()
    desk.seat(1001, among: [1000, 1001])
    _ = events(&watch)

    desk.move(to: 40)
    #expect(events(&watch) == [])

    desk.send(.sessionEnded(SessionID(1), .closed))
    #expect(events(&watch) == [.cancelled])
  }

  @Test func `a scene that disappears says nothing, and resumes`() throws {
    var watch = try watchOfShown()
    _ = events(&watch)

    desk.happen(.disappeared, to: owner(1))
    #expect(events(&watch) == [])

    desk.appear(owner(1))
    #expect(events(&watch) == [.resumed])
  }

  @Test func `the last word is that the time was up, when it was`() throws {
    let told = try told(of: request(expires: .seconds(60))) { $0.clock.advance(by: .seconds(60)) }

    #expect(told == [.holding, .expired])
  }

  @Test func `the last word is a cancel when the person ends the scene`() throws {
    #expect(try told(of: request(.at(100), .cancel)) { $0.move(to: 40) } == [.holding, .cancelled])
  }

  @Test(arguments: [SessionEnd.closed, .cancelled(by: peer(0))])
  func `the last word is a cancel when the session ends`(end: SessionEnd) throws {
    #expect(try told(of: request()) { $0.send(.sessionEnded(SessionID(1), end)) } == [.holding, .cancelled])
  }

  @Test func `the last word is a cancel after a reset`() throws {
    #expect(try told(of: request()) { $0.send(.reset(.everybody, by: peer())) } == [.holding, .cancelled])
  }

  @Test func `the last word is a cancel when the stack is popped below the scene`() throws {
    #expect(try told(of: request()) { $0.pop(from: owner(1)) } == [.holding, .cancelled])
  }

  @Test(arguments: SceneEvent.allCases)
  func `only an end is a last word`(event: SceneEvent) {
    #expect(event.isLast == (event == .expired || event == .cancelled))
  }

  /// What a client hears that listens after every turn, its scene's appearance being the first.
  private func told(of scene: SceneRequest, after end: (MindDesk) -> Void) throws -> [SceneEvent] {
    let heard = Heard(owner(1))
    desk.open(1, with: scene)
    let observation = desk.executor.perform { desk.store?.observe { state in heard.listen(to: state) } }
    desk.appear(owner(1))
    end(desk)
    return withExtendedLifetime(observation) { heard.events }
  }

  private func watchOfShown() throws -> SceneWatch {
    desk.open(1, with: try request())
    desk.appear(owner(1))
    return SceneWatch(owner(1))
  }

  private func events(_ watch: inout SceneWatch) -> [SceneEvent] {
    watch.news(in: desk.state).map(\.event)
  }
}
