import Composable
import ComposableTesting
import Testing

@testable import Preview

@Suite struct PreviewTests {
  @Test func `minutes are counted while it is open`() {
    let store = TestStore(initialState: Preview.State()) { Preview() }

    let showing = store.send(.opened)
    store.clock.advance(by: .seconds(119))
    store.receive(.minutePassed) { $0.minutes = 1 }
    store.clock.advance(by: .seconds(1))
    store.receive(.minutePassed) { $0.minutes = 2 }
    showing.cancel()
  }

  @Test func `a file is shown when it rests`() async {
    let (changes, file) = AsyncStream.makeStream(of: String.self)
    let store = TestStore(initialState: Preview.State()) {
      Preview()
    } withDependencies: {
      $0.clock = ImmediateClock()
      $0.files.changes = { changes }
    }

    let watching = store.send(.watched)
    file.yield("a")
    await store.receive(.rested("a"), timeout: .seconds(30)) { $0.shown = ["a"] }
    watching.cancel()
  }
}
