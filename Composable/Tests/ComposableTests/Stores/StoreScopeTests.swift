import ComposableCore
import ComposableTesting
import Testing

@Suite struct StoreScopeTests {
  private let holds = HoldLedger()

  @Test func `a scoped store shows what the parent changes, and the parent what the scoped store changes`() {
    let tree = tree(Tree.State(rows: [Row.State(id: 1)]))

    tree.executor.perform {
      let row = tree.store.scope(state: \.rows, id: 1, action: .rows)
      tree.store.send(.own(Change { $0.rows[id: 1]?.count = 5 }))
      #expect(row?.state.count == 5)
      row?.send(.counted)
      #expect(tree.store.state.rows[id: 1]?.count == 6)
    }
  }

  @Test func `two stores of one part show the same, and reach the same root`() {
    let tree = tree(Tree.State(leaf: Twig.State(id: 1)))

    tree.executor.perform {
      let first = tree.store.scope(state: \.leaf, action: .leaf)
      let second = tree.store.scope(state: \.leaf, action: .leaf)
      first?.send(.counted)
      second?.send(.counted)
      #expect(first?.state == Twig.State(id: 1, count: 2))
      #expect(second?.state == first?.state)
    }
  }

  @Test func `the store of an optional part comes and goes with the part`() {
    let tree = tree(Tree.State())

    tree.executor.perform {
      for id in 1...3 {
        #expect(tree.store.scope(state: \.leaf, action: .leaf) == nil)
        tree.store.send(.own(Change { $0.leaf = Twig.State(id: id) }))
        #expect(tree.store.scope(state: \.leaf, action: .leaf)?.state.id == id)
        tree.store.send(.own(Change { $0.leaf = nil }))
      }
    }
  }

  @Test func `a store whose part has gone shows what it was last, and shows the part again when it comes back`() {
    let tree = tree(Tree.State(leaf: Twig.State(id: 1)))

    tree.executor.perform {
      let leaf = tree.store.scope(state: \.leaf, action: .leaf)
      leaf?.send(.counted)
      #expect(leaf?.state == Twig.State(id: 1, count: 1))
      tree.store.send(.own(Change { $0.leaf = nil }))
      #expect(leaf?.state == Twig.State(id: 1, count: 1))
      tree.store.send(.own(Change { $0.leaf = Twig.State(id: 2) }))
      #expect(leaf?.state == Twig.State(id: 2))
    }
  }

  @Test func `the store of an element stays with its element`() {
    let tree = tree(Tree.State(rows: [Row.State(id: 1), Row.State(id: 2)]))

    tree.executor.perform {
      let row = tree.store.scope(state: \.rows, id: 2, action: .rows)
      tree.store.send(.own(Change { $0.rows.removeFirst() }))
      row?.send(.counted)
      #expect(row?.state == Row.State(id: 2, count: 1))
      #expect(tree.store.scope(state: \.rows, id: 1, action: .rows) == nil)
    }
  }

  @Test func `the task of a scoped send stands for the effects at the root`() {
    let tree = tree(Tree.State(leaf: Twig.State(id: 1)))

    tree.executor.perform {
      let task = tree.store.scope(state: \.leaf, action: .leaf)?.send(.appeared)
      #expect(holds.living == ["leaf 1"])
      task?.cancelNow()
      #expect(holds.living == [])
    }
    #expect(tree.effectCount == 0)
  }

  private func tree(_ state: Tree.State) -> SteppedStore<Tree.State, Tree.Action> {
    SteppedStore(state) { Tree(holds: holds) }
  }
}
