import Composable
import ComposableTesting
import Foundation
import XCTest

@testable import Rooms

nonisolated final class RoomTests: XCTestCase {
  private var store: TestStoreOf<Room>?

  override func tearDown() {
    store = nil
  }

  func testLampFades() {
    let isWrong = ProcessInfo.processInfo.environment["WRONG"] != nil
    let store = TestStore(initialState: Room.State()) { Room() }
    self.store = store

    store.send(.entered) { $0.destination = .lamp(Lamp.State()) }
    store.send(\.destination.lamp.switched) { $0.destination?.modify(\.lamp) { $0.level = isWrong ? 1 : 50 } }
    store.clock.advance(by: .seconds(1))
    store.receive(\.destination.lamp.faded) { $0.destination?.modify(\.lamp) { $0.level = 0 } }
  }

  @MainActor func testViewIsLit() async {
    let view = RoomView()
    view.enter()
    XCTAssertTrue(view.isLit)
  }
}
