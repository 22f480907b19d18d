import Composable
import ComposableTesting
import Testing

@Suite struct LateResponseTests {
  @Test func `a response that was on its way to a child that has gone does not reach the next one`() {
    let tree = tree(Tree.State(leaf: Twig.State(id: 1)))

    tree.executor.perform {
      _ = tree.store.send(.leaf(.asked))
      _ = tree.store.send(.own(Change { $0.leaf = Twig.State(id: 2) }))
      _ = tree.store.send(.leaf(.asked))
    }
    tree.executor.drain()

    #expect(tree.state.leaf == Twig.State(id: 2, count: 102))
  }

  @Test func `a response that was on its way to a case that has gone does not reach the next one`() {
    let tree = tree(Tree.State(screen: .first(Twig.State(id: 1))))

    tree.executor.perform {
      _ = tree.store.send(.first(.asked))
      _ = tree.store.send(.own(Change { $0.screen = .first(Twig.State(id: 2)) }))
      _ = tree.store.send(.first(.asked))
    }
    tree.executor.drain()

    #expect(tree.state.screen == .first(Twig.State(id: 2, count: 102)))
  }

  @Test func `an element's response reaches the same element after another was removed`() {
    let tree = tree(Tree.State(rows: [Row.State(id: 1), Row.State(id: 2, leaf: Twig.State(id: 3))]))

    tree.executor.perform {
      _ = tree.store.send(.rows(.element(id: 2, action: .leaf(.asked))))
      _ = tree.store.send(.own(Change { $0.rows.remove(id: 1) }))
    }
    tree.executor.drain()

    #expect(tree.state.rows == [Row.State(id: 2, leaf: Twig.State(id: 3, count: 103))])
  }

  private func tree(_ state: Tree.State) -> SteppedStore<Tree.State, Tree.Action> {
    SteppedStore(state) { Tree(holds: HoldLedger()) }
  }
}
