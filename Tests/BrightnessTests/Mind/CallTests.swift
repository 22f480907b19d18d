import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct CallTests {
  private let store = mind(AskedLights())

  @Test func `the seventeenth scene is refused by name of the limit`() throws {
    store.open()
    for _ in 0..<16 { store.push(try request()) }
    let scene = try request()

    let error = #expect(throws: SessionError.self) { try store.state.pushing(scene, on: SessionID(1)) }

    #expect(error == .beyond(.scenes(16), .scenes, found: 17))
    #expect(error?.description == "cannot push 'scenes': expected at most 16 scenes in a session, found 17")
  }

  @Test func `there is room again when a scene was popped`() throws {
    store.open()
    for _ in 0..<16 { store.push(try request()) }
    try store.pop(from: owner(1, 16))

    let action = try store.state.pushing(try request(), on: SessionID(1))

    #expect(action == .session(.element(id: SessionID(1), action: .pushed(try request()))))
  }

  @Test func `a session that is not there is refused`() throws {
    let scene = try request()
    let refused = [
      #expect(throws: SessionError.self) { try store.state.pushing(scene, on: SessionID(3)) },
      #expect(throws: SessionError.self) { try store.state.action(of: owner(3), .disappeared) },
      #expect(throws: SessionError.self) { try store.state.popping(from: owner(3)) },
      #expect(throws: SessionError.self) { try store.state.cancelling(SessionID(3), by: peer()) },
    ]

    #expect(refused.allSatisfy { $0 == .noSuchSession(SessionID(3)) })
    #expect(refused[0]?.description == "cannot find '3': there is no such session")
  }

  @Test func `a scene that is not there is refused`() throws {
    store.open(with: try request())
    let refused = [
      #expect(throws: SessionError.self) { try store.state.action(of: owner(1, 2), .disappeared) },
      #expect(throws: SessionError.self) { try store.state.popping(from: owner(1, 2)) },
    ]

    #expect(refused.allSatisfy { $0 == .noSuchScene(SceneID(2)) })
    #expect(refused[0]?.description == "cannot find '2': the session has no such scene")
  }

  @Test func `a scene of another session is not there`() throws {
    store.open(1, with: try request(), try request())
    store.open(2, with: try request())

    let error = #expect(throws: SessionError.self) { try store.state.action(of: owner(2, 2), .disappeared) }

    #expect(error == .noSuchScene(SceneID(2)))
  }

  @Test func `to cancel a session is one of its ends`() throws {
    store.open()

    let action = try store.state.cancelling(SessionID(1), by: peer(0))

    #expect(action == .sessionEnded(SessionID(1), .cancelled(by: peer(0))))
  }
}
