import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct SpellingTests {
  @Test func `a feature with @Reducer runs a timer on the continuous clock`() {
    let store = TestStore(initialState: Laps.State()) { Laps() }

    store.send(.startButtonTapped) { $0.isTiming = true }
    store.clock.advance(by: .seconds(1))
    store.receive(\.tick) { $0.count = 1 }
    store.send(.stopButtonTapped) { $0.isTiming = false }
  }

  @Test func `the continuous clock is the clock`() {
    let clock = ImmediateClock()

    withDependencies {
      $0.continuousClock = clock
    } operation: {
      @Dependency(\.clock) var other
      #expect(other as? ImmediateClock === clock)
    }
  }

  @Test func `a screen that is presented by @Presents sends to its parent`() {
    let store = TestStore(initialState: Laps.State()) { Laps() }

    store.send(.editButtonTapped) { $0.destination = .editor(Editor.State(title: "0 laps")) }
    store.send(\.destination.editor.titleChanged, "") {
      $0.destination?.modify(\.editor) { $0.title = "" }
    }
    store.send(\.destination.editor.saveButtonTapped)
    store.receive(\.destination.editor.delegate.saved) { $0.destination = nil }
  }

  @Test func `a screen of a stack and a row are features with @Reducer`() {
    let store = TestStore(initialState: Hall.State(details: [Detail.State(id: 1)])) { Hall() }

    store.send(\.details[id: 1].favoriteButtonTapped) { $0.details[id: 1]?.isFavorite = true }
    store.send(.detailTapped(1)) { $0.path[id: 0] = .detail(Detail.State(id: 1, isFavorite: true)) }
    store.send(\.path[id: 0].detail.favoriteButtonTapped) {
      $0.path[id: 0, case: \.detail]?.isFavorite = false
      $0.details[id: 1]?.isFavorite = false
    }
  }

  @Test func `a feature whose state is an enum runs the current case`() {
    let store = TestStore(initialState: Hall.State(shown: .editor(Editor.State()))) { Hall() }

    store.send(\.shown.editor.titleChanged, "new") { $0.shown?.modify(\.editor) { $0.title = "new" } }
    store.send(.renameTapped) { $0.shown = .editor(Editor.State(title: "renamed")) }
    store.send(\.shown.editor.cancelButtonTapped)
    store.receive(\.shown.dismiss) { $0.shown = nil }
  }

  @Test func `a feature without members has an empty state and no actions`() {
    #expect(Nothing.State() == Nothing.State())
    let store = TestStore(initialState: Nothing.State()) { Nothing() }
    #expect(store.state == Nothing.State())
  }

  @Test func `an enum of screens is a feature itself`() {
    let store = TestStore(initialState: Hall.Path.State.detail(Detail.State(id: 1))) { Hall.Path.detail(Detail()) }

    store.send(\.detail.favoriteButtonTapped) { $0 = .detail(Detail.State(id: 1, isFavorite: true)) }
  }

  @Test func `an issue without a place is reported where it is called`() {
    let line = #line + 1
    let issues = withIssues { reportIssue("no place") }

    #expect(issues == [ReportedIssue("no place", at: CodeLocation(fileID: #fileID, line: line))])
  }

  @Test func `a task that waits for ever ends when it is cancelled`() async {
    let executor = SteppedExecutor()
    let task = Task(executorPreference: executor) { try await Task.never() }
    executor.drain()
    task.cancel()
    executor.drain()

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
