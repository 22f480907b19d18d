import ComposableCore
import ComposableTesting
import Testing

@Suite struct ScopedLifetimeTests {
  private let holds = HoldLedger()
  private let executor = SteppedExecutor()

  @Test func `a scoped store keeps its root and the root's effects, and works through several scopes`() {
    let tree = SteppedStore.holdingTree(holds, executor)
    var leaf = executor.perform {
      tree.store.scope(state: \.self, action: .identity).scope(state: \.rows, id: 2, action: .rows)?
        .scope(state: \.leaf, action: .leaf)
    }
    tree.drop()
    #expect(holds.living.count == 3)

    executor.perform {
      _ = leaf?.send(.counted)
      _ = leaf?.send(.disappeared)
      #expect(leaf?.state.count == 1)
    }
    #expect(holds.living == ["leaf 1", "row 2"])
    executor.perform { leaf = nil }

    #expect(holds.living == [])
  }

  @Test func `an effect goes on after the scoped store that it was asked through has gone`() {
    let tree = SteppedStore.holdingTree(holds, executor)

    executor.perform {
      _ = tree.store.scope(state: \.leaf, action: .leaf)?.send(.asked)
    }
    executor.drain()

    #expect(tree.state.leaf?.count == 101)
    #expect(holds.living.count == 3)
  }

  @Test func `a parent's store is freed although a child's store was made of it`() {
    weak var parent: Store<Tree.State, Tree.Action>?
    executor.perform {
      let tree = SteppedStore.holdingTree(holds, executor)
      let store = tree.take()
      parent = store
      #expect(store.scope(state: \.leaf, action: .leaf)?.state.id == 1)
    }

    #expect(parent == nil)
    #expect(holds.living == [])
  }

  @Test(arguments: [true, false])
  func `an observation keeps no store alive`(isScoped: Bool) {
    let tree = SteppedStore.holdingTree(holds, executor)
    let observation = executor.perform {
      isScoped
        ? tree.store.scope(state: \.rows, action: .rows).observe { _ in }
        : tree.store.observe { _ in }
    }

    tree.drop()

    #expect(holds.living == [])
    withExtendedLifetime(observation) {}
  }
}
