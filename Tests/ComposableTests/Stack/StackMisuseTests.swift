import Composable
import ComposableTesting
import Testing

@Suite struct StackMisuseTests {
  let place = "ComposableTests/StackFeature.swift:\(StackFeature.line)"

  @Test func `an action for an id that is not there is reported at the operator, and the parent reduces it`() {
    let issues = misuse(.floors(.element(id: 9, action: .child(.counted))), of: [.child()])

    #expect(
      issues.map(\.message) == [
        """
        "forEach" at \(place) was given a child's action while no element has this identity.

          action: .floors(.element(id:, action: .child(.counted)))
          element: #9

        The action is not handled by the child. There are three usual reasons:

        * A parent reducer took the child away before the child's own reducer ran. Let the child run first: "ifLet" and "forEach" do so when \
        they are applied to the parent.
        * An effect that does not belong to the child sent the action after the child had gone. Begin the effect in the child, or cancel it \
        when the child goes.
        * The action was sent straight to the store while the child was absent. Send it only while there is a child to take it.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [StackFeature.line])
  }

  @Test func `a pop from an id that is not there is reported with the stack, and the parent reduces it`() {
    let issues = misuse(.floors(.popFrom(id: 9)), of: [.child(), .child()])

    #expect(issues.map(\.message) == [report("was asked to pop from an element that the stack does not have", 9)])
    #expect(issues.map(\.location.line) == [StackFeature.line])
  }

  @Test func `a parent that clears the stack in answer to a pop is no misuse`() {
    let tower = StackFeature(rule: { state, action in
      if action == .floors(.popFrom(id: 1)) { state.floors.removeAll() }
      return .none
    })
    let issues = withIssues {
      let store = TestStore(initialState: StackFeature.State(floors: [.child(), .child()])) { tower }
      store.send(.floors(.popFrom(id: 1))) { $0.floors.removeAll() }
    }

    #expect(issues.map(\.message).isEmpty)
  }

  @Test func `a push of an id that is there is reported with the stack, and the parent reduces it`() {
    let issues = misuse(.floors(.push(id: 1, state: .child(count: 5))), of: [.child(), .child()])

    #expect(
      issues.map(\.message) == [
        report("was asked to push an element under an identity that the stack has already", 1)
      ]
    )
    #expect(issues.map(\.location.line) == [StackFeature.line])
  }

  @Test func `a push of an id that was never generated is reported with the stack, and the parent reduces it`() {
    let issues = misuse(.floors(.push(id: 3, state: .child(count: 5))), of: [.child(), .child()])

    #expect(
      issues.map(\.message) == [report("was asked to push an element under an identity that was never handed out", 3)]
    )
    #expect(issues.map(\.location.line) == [StackFeature.line])
  }

  @Test func `the payload of an element's case is changed, and nil pops the element`() {
    let tower = StackFeature(rule: { state, action in
      if action == .counted { state.floors[id: 0, case: .child]?.count += 5 }
      if action == .cleared { state.floors[id: 0, case: .child] = nil }
      return .none
    })
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { tower }

    store.send(.counted) {
      $0.count = 1
      $0.floors[0] = .child(count: 5)
    }
    store.send(.cleared) { $0.floors.removeAll() }
  }

  @Test func `a case that the element is not in is reported, and nothing is changed`() {
    let line = #line + 3
    let issues = withIssues {
      let store = TestStore(initialState: StackFeature.State(floors: [.child()])) {
        StackFeature(rule: { state, action in
          if action == .cleared { state.floors[id: 0, case: .parent] = ParentFeature.State() }
          return .none
        })
      }
      store.send(.cleared)
    }

    #expect(
      issues.map(\.message) == [
        """
        The case '.parent' was assigned, but the value is in the unrelated case '.child'. Nothing was changed. Assign the whole value to switch \
        between cases.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line + 1])
  }

  /// Sends an action that changes nothing but the parent's count.
  private func misuse(_ action: StackFeature.Action, of floors: [Floor.State]) -> [ReportedIssue] {
    withIssues {
      let counting: StackFeature.Rule = { state, _ in
        state.count += 1
        return .none
      }
      let store = TestStore(initialState: StackFeature.State(floors: StackState(floors))) {
        StackFeature(rule: counting)
      }
      store.send(action) { $0.count = 1 }
    }
  }

  private func report(_ event: String, _ id: StackElementID) -> String {
    """
    "forEach" at \(place) \(event).

      element: \(id)
      stack: [#0, #1]

    The stack stays as it is. Take identities from the stack itself: from "ids", or from a child's own action.
    """
  }
}
