import ComposableCore
import ComposableTesting
import Testing

@Suite struct PrintChangesTests {
  private let journal = Journal()

  @Test func `an action is printed once, with the difference of the state`() {
    let store = SteppedStore(Printed.State()) { Printed()._printChanges(.difference(to: journal.note)) }

    store.send(.renamed("b", to: "c"))

    #expect(
      journal.entries == [
        """
        received action:
          .renamed("b", to: "c")
            Printed.State(
          -   name: "a",
          +   name: "c",
              other: 1
            )

        """
      ]
    )
  }

  @Test func `an action that changes nothing is printed without a difference`() {
    let store = SteppedStore(Printed.State()) { Printed()._printChanges(.difference(to: journal.note)) }

    store.send(.ignored)

    #expect(journal.entries == ["received action:\n  .ignored\n  (no change of state)\n"])
  }

  @Test func `labels leave out payloads and the state`() {
    let store = SteppedStore(Printed.State()) { Printed()._printChanges(.actionLabels(to: journal.note)) }

    store.send(.renamed("b", to: "c"))
    store.send(.child(.ignored))

    #expect(journal.entries == ["received .renamed(_:, to:)", "received .child(.ignored)"])
  }

  @Test func `a silent printer prints nothing and copies nothing`() {
    let store = SteppedStore<CopyCounted, Int>(CopyCounted()) {
      Reduce { state, action in
        state.value += action
        return .none
      }
      ._printChanges(.silent)
    }

    store.send(1)
    store.send(2)

    #expect(store.state.value == 3)
    #expect(store.state.copies == 0)
  }

  @Test func `stacked printers speak from the inside out, and actions in their order`() {
    let store = SteppedStore<Int, Int>(0) {
      Reduce { state, action in
        state += action
        return action < 3 ? .send(action + 1) : .none
      }
      ._printChanges(printer("a"))
      ._printChanges(printer("b"))
      ._printChanges(printer("c"))
      ._printChanges(printer("d"))
    }

    store.send(1)

    #expect(
      journal.entries.map { String($0.prefix(1)) } == ["a", "b", "c", "d", "a", "b", "c", "d", "a", "b", "c", "d"]
    )
    #expect(store.state == 6)
  }

  @Test func `effects and children stay what they are`() {
    let holds = HoldLedger()
    let store = SteppedStore(Tree.State(leaf: Twig.State(id: 1))) {
      Tree(holds: holds)._printChanges(.actionLabels(to: journal.note))
    }
    store.send(.leaf(.appeared))

    store.send(.late(Change { $0.leaf = nil }))

    #expect(holds.history == ["+ leaf 1", "- leaf 1"])
  }

  private func printer(_ name: String) -> ChangePrinter {
    .actionLabels { [journal] text in journal.note("\(name) \(text)") }
  }
}

private struct Printed: Reducer {
  struct State: Sendable {
    var name = "a"
    var other = 1
  }

  enum Action: Sendable {
    case renamed(String, to: String)
    case ignored
    indirect case child(Action)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .renamed(_, let name) = action { state.name = name }
    return .none
  }
}
