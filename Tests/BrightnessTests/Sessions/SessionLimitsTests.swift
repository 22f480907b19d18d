import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SessionLimitsTests {
  private let desk = CoreDesk()

  @Test func `the seventeenth scene is refused by name of the limit, and changes nothing`() throws {
    desk.open(1)
    for _ in 0..<16 { desk.call(1, .push(try request())) }
    let before = desk.state

    let outcome = desk.call(1, .push(try request()))

    #expect(outcome.replies(SessionID(1)) == [.failed(.session(.beyond(.scenes(16), .scenes, found: 17)))])
    #expect(outcome.told(1) == ["cannot push 'scenes': expected at most 16 scenes in a session, found 17."])
    #expect(desk.state == before)
  }

  @Test func `a held scene above the limit is refused, and holds nothing`() throws {
    desk.open(1)
    for _ in 0..<16 { desk.call(1, .push(try request())) }

    let outcome = desk.call(1, .hold(try request()))

    #expect(outcome.replies(SessionID(1)) == [.failed(.session(.beyond(.scenes(16), .scenes, found: 17)))])
    #expect(desk.holds == [])
    #expect(desk.state.openCallCount == 0)
  }

  @Test func `another scene can be pushed when one was popped`() throws {
    desk.open(1)
    for _ in 0..<16 { desk.call(1, .push(try request())) }
    desk.pop(from: owner(1, 16))

    #expect(desk.call(1, .push(try request())).told(1) == ["pushed 17."])
  }

  @Test func `other limits count from then on, and scenes beyond them stay`() throws {
    desk.open(1, with: try request(), try request())

    limit(to: SessionLimits(scenes: 1))

    #expect(desk.state.sessions.first?.scenes.count == 2)
    let outcome = desk.call(1, .push(try request()))
    #expect(outcome.replies(SessionID(1)) == [.failed(.session(.beyond(.scenes(1), .scenes, found: 3)))])
  }

  @Test func `other limits count for sessions to come`() throws {
    limit(to: SessionLimits(scenes: 1))

    desk.open(1, with: try request())

    let outcome = desk.call(1, .push(try request()))
    #expect(outcome.replies(SessionID(1)) == [.failed(.session(.beyond(.scenes(1), .scenes, found: 2)))])
  }

  @Test func `scenes of one user are limited over all sessions, and others have a limit of their own`() throws {
    limit(to: SessionLimits(userBytes: 3 * 64))
    desk.open(1, with: try request(), try request())
    desk.open(2, with: try request())
    desk.open(3, 1001)

    let outcome = desk.call(2, .push(try request()))

    #expect(outcome.replies(SessionID(2)) == [.failed(.session(.beyond(.userBytes(192), .sceneBytes, found: 256)))])
    #expect(desk.call(3, .push(try request())).told(3) == ["pushed 1."])
  }

  @Test func `a scene counts no more once it is popped, has expired, or its session has ended`() throws {
    limit(to: SessionLimits(userBytes: 3 * 64))
    desk.open(1, with: try request(), try request(expires: .seconds(1)))
    desk.open(2, with: try request())

    desk.pop(from: owner(1, 2))
    #expect(desk.call(1, .push(try request(expires: .seconds(1)))).told(1) == ["pushed 3."])
    desk.appear(owner(1, 3))
    desk.clock.advance(by: .seconds(1))
    #expect(desk.call(2, .push(try request())).told(2) == ["pushed 2."])
    desk.end(2)
    for number in 4...5 { #expect(desk.call(1, .push(try request())).told(1) == ["pushed \(number)."]) }
    #expect(desk.call(1, .push(try request())).told(1).count == 1)
    #expect(desk.state.costs.value[1000] == 192)
    desk.end(1)
    #expect(desk.state.costs.value == SceneCosts())
  }

  @Test func `texts and names of lights count by their bytes`() throws {
    let light = LightID(.leds, String(repeating: "a", count: 10))

    let request = try SceneRequest(name: "é", reason: "abc", claims: [Claim(.at(1), of: .light(light)), Claim(.at(2))])

    #expect(request.cost == 2 + 3 + 64 + 10 + 64)
  }

  @Test func `a request keeps to the limits that it is made within`() throws {
    let limits = SessionLimits(claims: 1, bytes: 3)
    let claims = [Claim(.at(1)), Claim(.at(2))]

    let refused = [
      #expect(throws: SessionError.self) { try SceneRequest(claims: claims, within: limits) },
      #expect(throws: SessionError.self) { try SceneRequest(name: "film", claims: [], within: limits) },
    ]

    #expect(refused == [.beyond(.claims(1), .claims, found: 2), .beyond(.bytes(3), .name, found: 4)])
    #expect(try SceneRequest(name: "ad", claims: [Claim(.at(1))], within: limits).name == "ad")
  }

  private func limit(to limits: SessionLimits) {
    desk.send(.configured(Core.Settings(limits: limits)))
  }
}
