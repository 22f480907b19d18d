import Composable
import ComposableTesting
import Testing

@Suite struct PresentationMisuseTests {
  @Test func `a dismissal of an absent child is reported at the operator, and the parent reduces it`() {
    let issues = withIssues {
      let store = TestStore(initialState: Hut.State()) { Hut() }
      store.send(.child(.dismiss)) { $0.count = 1 }
    }

    #expect(issues.map(\.message) == [Hut.absence(action: ".child(.dismiss)")])
    #expect(issues.map(\.location.line) == [Hut.line])
  }

  @Test func `an action of an absent child is reported at the operator, and the parent reduces it`() {
    let issues = withIssues {
      let store = TestStore(initialState: Hut.State()) { Hut() }
      store.send(.child(.presented(.counted))) { $0.count = 1 }
    }

    #expect(issues.map(\.message) == [Hut.absence(action: ".child(.presented(.counted))")])
    #expect(issues.map(\.location.line) == [Hut.line])
  }

  @Test func `a case that is not current is reported, and nothing is changed`() {
    let line = #line + 4
    let issues = withIssues {
      let store = TestStore(initialState: Presenter.State(destination: .child(ChildFeature.State()))) {
        Presenter { state, action in
          if action == .confused { state.destination[case: .alert] = Alert(text: "no") }
          return .none
        }
      }
      store.send(.confused)
    }

    #expect(
      issues.map(\.message) == [
        """
        The case '.alert' was assigned, but the value is in the unrelated case '.child'. Nothing was changed. Assign the whole value to switch \
        between cases.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `an action for a destination's case that is not current is reported where the scope was written`() {
    let issues = withIssues {
      let store = TestStore(initialState: Presenter.State(destination: .child(ChildFeature.State()))) { Presenter() }
      store.send(.destination(.presented(.other(.counted))))
    }

    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    let place = "ComposableTests/Presenter.swift:\(Presenter.Destination.lineOfOther)"
    let fault = #""Scope" at \#(place) was given a child's action while its child's state was absent."#
    #expect(message.hasPrefix(fault))
    #expect(message.contains("  action: .other(.counted)\n  state: .child\n"))
  }
}

/// A parent that counts whatever happens to its child.
private struct Hut: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    @PresentationState var child: ChildFeature.State?
  }

  enum Action: Equatable, Sendable {
    case child(PresentationAction<ChildFeature.Action>)
  }

  static let line = #line + 7

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
    .ifLet(\.$child, action: .init(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }) {
      ChildFeature()
    }
  }

  static func absence(action: String) -> String {
    """
    "ifLet" at ComposableTests/PresentationMisuseTests.swift:\(line) was given a child's action while its child's state was absent.

      action: \(action)

    The action is not handled by the child. There are three usual reasons:

    * A parent reducer took the child away before the child's own reducer ran. Let the child run first: "ifLet" and "forEach" do so when \
    they are applied to the parent.
    * An effect that does not belong to the child sent the action after the child had gone. Begin the effect in the child, or cancel it \
    when the child goes.
    * The action was sent straight to the store while the child was absent. Send it only while there is a child to take it.
    """
  }
}
