import ComposableCore
import ComposableTesting
import Testing

@Suite struct TestStoreReceiveTests {
  let store = tally()

  @Test func `an action is received by the path to its case, with or without a value`() {
    store.send(.respond([.counted(1), .child(.typed("a")), .child(.tapped), .counted(2), .child(.typed("b"))]))

    store.receive(.counted) { $0.count = 1 }
    store.receive(.child) { $0.note = "a" }
    store.receive(.child.tapped)
    store.receive(.counted, 2) { $0.count = 2 }
    store.receive(.child.typed, "b") { $0.note = "b" }
  }

  @Test func `an action is received by a predicate, which is asked about each action once`() {
    var asked: [Tally.Action] = []

    store.send(.respond([.up, .counted(7)]))
    store.receive(
      where: {
        asked.append($0)
        return $0 == .up
      },
      assert: { $0.count = 1 }
    )

    #expect(asked == [.up])
    store.skipReceivedActions()
  }

  @Test func `an action is sent by the path to its case, with its value where it has one`() {
    store.send(.up) { $0.count = 1 }
    store.send(.child.tapped)
    store.send(.counted, 4) { $0.count = 4 }
    store.send(.child.typed, "a") { $0.note = "a" }
  }

  @Test func `actions that cannot be compared are received by path and by predicate`() {
    enum Action: Sendable {
      case ask
      case answered(@Sendable () -> Int)
    }
    let answered = CasePath<Action, @Sendable () -> Int>(embed: Action.answered) {
      if case .answered(let answer) = $0 { answer } else { nil }
    }
    let store = TestStore<Int, Action>(initialState: 0) {
      Reduce { state, action in
        guard case .answered(let answer) = action else { return .merge(.send(.answered { 1 }), .send(.answered { 2 })) }
        state = answer()
        return .none
      }
    }

    store.send(.ask)
    store.receive(answered) { $0 = 1 }
    store.receive(where: { answered.extract($0)?() == 2 }, assert: { $0 = 2 })
  }

  @Test func `the action that dismisses the root ends its effects, and later sends fail`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.holdStarted)
      store.send(.dismissed)
      #expect(store.isDismissed)
      store.send(.up)
    }

    #expect(
      issues == [
        """
        +5: '.up' was sent to a test store whose feature has dismissed itself.

        End the test with the dismissal, or test the feature inside the one that presents it.
        """
      ]
    )
  }
}
