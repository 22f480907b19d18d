import Composable
import ComposableTesting
import Testing

@testable import Server

@Suite struct ConnectionTests {
  @Test func `a connection is idle when nothing has come for a while`() {
    let store = TestStore(initialState: Connection.State()) { Connection() }
    store.exhaustivity = .off

    store.send(.received(bytes: 5)) { $0.bytes = 5 }
    store.clock.advance(by: .milliseconds(99))
    store.send(.received(bytes: 5)) { $0.bytes = 10 }
    store.clock.advance(by: .milliseconds(99))
    #expect(!store.state.isIdle)
    store.clock.advance(by: .milliseconds(1))

    store.receive(.waitedTooLong) { $0.isIdle = true }
  }
}
