import ComposableCore
import ComposableTesting
import Testing

@Suite struct StackMisuseTests {
  @Test(arguments: [
    (
      StackAction<Floor.State, Floor.Action>.popFrom(id: 9),
      "was asked to pop from an element that the stack does not have", "#9"
    ),
    (
      .push(id: 1, state: .child(count: 5)),
      "was asked to push an element under an identity that the stack has already", "#1"
    ),
    (
      .push(id: 3, state: .child(count: 5)),
      "was asked to push an element under an identity that was never handed out", "#3"
    ),
  ])
  func `a pop or push of a wrong id is reported at the operator with the stack, and the parent reduces it`(
    action: StackAction<Floor.State, Floor.Action>,
    event: String,
    id: String
  ) {
    let issues = withIssues {
      let counting: StackFeature.Rule = { state, _ in
        state.count += 1
        return .none
      }
      let store = TestStore(initialState: StackFeature.State(floors: [.child(), .child()])) {
        StackFeature(rule: counting)
      }
      store.send(.floors(action)) { $0.count = 1 }
    }

    #expect(
      issues.map(\.message) == [
        """
        "forEach" at ComposableTests/StackFeature.swift:\(StackFeature.line) \(event).

          element: \(id)
          stack: [#0, #1]

        The stack stays as it is. Take identities from the stack itself: from "ids", or from a child's own action.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [StackFeature.line])
  }

  @Test func `a parent that clears the stack in answer to a pop is no misuse`() {
    let tower = StackFeature(rule: { state, action in
      if action == .floors(.popFrom(id: 1)) { state.floors.removeAll() }
      return .none
    })
    let store = TestStore(initialState: StackFeature.State(floors: [.child(), .child()])) { tower }

    store.send(.floors(.popFrom(id: 1))) { $0.floors.removeAll() }
  }
}
