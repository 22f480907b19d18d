import Composable
import ComposableTesting
import Foundation
import Testing

@Suite struct SpelledEffectsTests {
  @Test func `a run is timed, saved, and shown among the scores`() {
    let clock = TestClock()
    let store = TestStore(initialState: Tabs.State()) {
      Tabs()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.scores.save = { _ in }
      $0.uuid = .incrementing
    }
    let score = Score(id: UUID(0), date: Date(timeIntervalSince1970: 0), duration: 1)

    store.send(.run(.startButtonTapped)) { $0.run.start = Date(timeIntervalSince1970: 0) }
    store.dependencies.date.now = Date(timeIntervalSince1970: 1)
    clock.advance(by: .seconds(1))
    store.receive(\.run.timerTicked) { $0.run.elapsed = 1 }
    store.send(.run(.stopButtonTapped)) { $0.run.start = nil }
    store.receive(\.run.delegate) {
      $0.scores.scores = [score]
      $0.selection = .scores
    }
    store.send(\.binding.selection, .run) { $0.selection = .run }
  }

  @Test func `an alert that is made from blocks asks before a score is deleted`() {
    let score = Score(id: UUID(1), date: Date(timeIntervalSince1970: 0), duration: 1)
    let store = TestStore(initialState: Scores.State(scores: [score])) { Scores() }

    store.send(.deleteButtonTapped(score.id)) { $0.alert = .deletion(of: score.id) }
    store.send(\.alert.confirmDeletion, score.id) {
      $0.scores = []
      $0.alert = nil
    }
  }

  @Test func `a client that fails is shown in an alert`() {
    struct Offline: Error {}
    let store = TestStore(initialState: Scores.State()) {
      Scores()
    } withDependencies: {
      $0.scores.load = { throw Offline() }
    }

    store.send(.onAppear) { $0.isLoading = true }
    store.receive(\.scoresLoaded.failure) {
      $0.isLoading = false
      $0.alert = AlertState {
        TextState("The scores are not there")
      } message: {
        TextState("Offline()")
      }
    }
    store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func `an action from outside of the executor is waited for by the name of its case`() async {
    let store = TestStore(initialState: Scores.State()) {
      Scores()
    } withDependencies: {
      $0.scores.load = { await Task.detached { [] }.value }
    }

    store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.scoresLoaded.success, timeout: .seconds(60)) { $0.isLoading = false }
    store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.scoresLoaded.success, [], timeout: .seconds(60)) { $0.isLoading = false }
  }
}
