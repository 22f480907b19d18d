import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct SessionLimitsTests {
  private let store = mind(AskedLights())

  @Test func `other limits count from then on, and what is beyond them stays`() throws {
    store.open(with: try request(), try request())
    let scene = try request()

    limit(to: SessionLimits(scenes: 1))

    #expect(store.state.sessions[id: SessionID(1)]?.scenes.count == 2)
    let error = #expect(throws: SessionError.self) { try store.state.pushing(scene, on: SessionID(1)) }
    #expect(error == .beyond(.scenes(1), .scenes, found: 3))
  }

  @Test func `other limits count for sessions to come`() throws {
    let scene = try request()
    limit(to: SessionLimits(scenes: 1))

    store.open(with: scene)

    let error = #expect(throws: SessionError.self) { try store.state.pushing(scene, on: SessionID(1)) }
    #expect(error == .beyond(.scenes(1), .scenes, found: 2))
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
    store.send(.limited(limits)) { state in
      state.limits = limits
      for id in state.sessions.ids { state.sessions[id: id]?.room = limits.scenes }
    }
  }
}
