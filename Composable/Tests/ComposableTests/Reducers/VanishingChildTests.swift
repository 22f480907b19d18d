import ComposableCore
import ComposableTesting
import Testing

@Suite struct VanishingChildTests {
  private let holds = HoldLedger()

  @Test(arguments: Position.allCases)
  fileprivate func `a child's effects end in the turn that takes the child away, by any reducer`(by position: Position)
  {
    for (name, take) in Self.takings {
      let tree = fullTree()
      #expect(holds.living.contains(name))

      tree.executor.perform { _ = tree.store.send(position.action(take)) }

      #expect(holds.history.last == "- \(name)")
      #expect(!holds.living.contains(name))
      tree.drop()
    }
  }

  @Test(arguments: Position.allCases)
  fileprivate func `effects of a child that is replaced by another of the same kind end at once`(
    by position: Position
  ) {
    let tree = fullTree()

    tree.send(
      position.action { state in
        state.leaf = Twig.State(id: 11)
        state.sheet = Twig.State(id: 14)
        state.screen = .first(Twig.State(id: 13))
      }
    )

    #expect(holds.history.suffix(3) == ["- leaf 1", "- first 3", "- sheet 4"])
    #expect(holds.living == ["row 1", "leaf 21", "row 2", "path 5", "path 6"])
  }

  @Test func `effects of a child that is replaced by one of the same identity live on`() {
    let tree = fullTree()
    let history = holds.history

    tree.send(
      .late(
        Change { state in
          state.leaf = Twig.State(id: 1, count: 9)
          state.sheet = Twig.State(id: 4, count: 9)
          state.screen = .first(Twig.State(id: 3, count: 9))
          state.rows = [Row.State(id: 2), Row.State(id: 1, leaf: Twig.State(id: 21, count: 9))]
        }
      )
    )

    #expect(holds.history == history)
  }

  @Test func `all that one action takes away ends in the order in which it began`() {
    let tree = fullTree()
    let living = holds.living

    tree.send(.own(Change { $0 = Tree.State() }))

    #expect(holds.history.suffix(living.count) == living.map { "- \($0)" })
    #expect(holds.living == [])
  }

  @Test func `an effect of a child from the action that removes it never begins`() {
    let tree = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      Tree(holds: holds)
      Reduce { state, action in
        if case .leaf(.appeared) = action { state.leaf = nil }
        return .none
      }
    }

    tree.send(.leaf(.appeared))

    #expect(holds.history == [])
  }

  @Test func `a child that begins again in place of its former effect still ends with its state`() {
    let tree = tree(Tree.State(leaf: Twig.State(id: 1)))
    tree.send(.leaf(.appeared))

    tree.send(.leaf(.restarted))
    tree.send(.leaf(.restarted))
    tree.send(.own(Change { $0.leaf = nil }))

    #expect(holds.history == ["+ leaf 1", "- leaf 1", "+ leaf 1", "- leaf 1", "+ leaf 1", "- leaf 1"])
  }

  @Test func `a child begins what it asked for although a parent ended all else that it had in the same action`() {
    let tree = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      Reduce { _, action in
        if case .leaf(.appeared) = action { .cancel(id: "hold") } else { .none }
      }
      Tree(holds: holds)
    }
    tree.send(.leaf(.appeared))

    tree.send(.leaf(.appeared))
    #expect(holds.history == ["+ leaf 1", "- leaf 1", "+ leaf 1"])
    tree.send(.late(Change { $0.leaf = nil }))

    #expect(holds.history == ["+ leaf 1", "- leaf 1", "+ leaf 1", "- leaf 1"])
  }

  @Test func `a child is missed among more elements than a journal remembers`() {
    let tree = tree(Tree.State(rows: IdentifiedArray(uniqueElements: (1...100).map { Row.State(id: $0) })))
    for id in 1...100 { tree.send(.rows(.element(id: id, action: .appeared))) }

    tree.send(
      .late(
        Change { state in
          for index in state.rows.indices { state.rows[index].count += 1 }
          state.rows.remove(id: 57)
        }
      )
    )

    #expect(holds.history.count == 101)
    #expect(holds.history.last == "- row 57")
  }

  @Test func `elements that were restored from a copy are compared afresh`() {
    let tree = fullTree()
    let saved = tree.state.rows
    tree.send(.rows(.element(id: 1, action: .own(Change { $0.leaf = Twig.State(id: 22) }))))
    tree.send(.rows(.element(id: 1, action: .leaf(.appeared))))

    tree.send(.early(Change { $0.rows = saved }))

    #expect(holds.history.suffix(3) == ["- leaf 21", "+ leaf 22", "- leaf 22"])
  }

  @Test func `a child begins what it asked for although all that lived below it went in the same action`() {
    let tree = SteppedStore<Tree.State, Tree.Action>(Tree.State(rows: [Row.State(id: 1, leaf: Twig.State(id: 2))])) {
      Tree(holds: holds)
      Reduce { state, action in
        if case .rows(.element(_, .appeared)) = action { state.rows[id: 1]?.leaf = nil }
        return .none
      }
    }
    tree.send(.rows(.element(id: 1, action: .leaf(.appeared))))

    tree.send(.rows(.element(id: 1, action: .appeared)))
    #expect(holds.history == ["+ leaf 2", "- leaf 2", "+ row 1"])
    tree.send(.late(Change { $0.rows = [] }))

    #expect(holds.history.last == "- row 1")
  }

  @Test func `a response that was on its way to a child or a case that has gone does not reach the next one`() {
    let tree = tree(Tree.State(leaf: Twig.State(id: 1), screen: .first(Twig.State(id: 3))))

    tree.executor.perform {
      for action in [Tree.Action.leaf(.asked), .first(.asked)] { _ = tree.store.send(action) }
      _ = tree.store.send(
        .own(
          Change { state in
            state.leaf = Twig.State(id: 2)
            state.screen = .first(Twig.State(id: 4))
          }
        )
      )
      for action in [Tree.Action.leaf(.asked), .first(.asked)] { _ = tree.store.send(action) }
    }
    tree.executor.drain()

    #expect(tree.state.leaf == Twig.State(id: 2, count: 102))
    #expect(tree.state.screen == .first(Twig.State(id: 4, count: 104)))
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
}

extension VanishingChildTests {
  /// Where in the tree the reducer stands that takes a child away.
  fileprivate enum Position: CaseIterable {
    case early, own, late

    func action(_ change: @escaping @Sendable (inout Tree.State) -> Void) -> Tree.Action {
      switch self {
      case .early: .early(Change(apply: change))
      case .own: .own(Change(apply: change))
      case .late: .late(Change(apply: change))
      }
    }
  }

  private static var takings: [(String, @Sendable (inout Tree.State) -> Void)] {
    [
      ("leaf 1", { $0.leaf = nil }),
      ("row 2", { $0.rows.remove(id: 2) }),
      ("row 2", { $0.rows[id: 2] = nil }),
      ("leaf 21", { $0.rows[id: 1]?.leaf = nil }),
      ("leaf 21", { $0.rows[0].leaf = Twig.State(id: 99) }),
      ("row 2", { $0.rows.removeAll { $0.id == 2 } }),
      ("row 2", { $0.rows = [$0.rows[0]] }),
      ("first 3", { $0.screen = .none }),
      ("first 3", { $0.screen = .second(Twig.State(id: 3)) }),
      ("sheet 4", { $0.sheet = nil }),
      ("path 6", { $0.path.removeLast() }),
      ("path 6", { $0.path.pop(from: $0.path.ids[1]) }),
    ]
  }

  private func tree(_ state: Tree.State) -> SteppedStore<Tree.State, Tree.Action> {
    SteppedStore(state) { Tree(holds: holds) }
  }

  /// A tree in which every place has a child, and every child holds its name.
  private func fullTree() -> SteppedStore<Tree.State, Tree.Action> {
    let state = Tree.State(
      leaf: Twig.State(id: 1),
      rows: [Row.State(id: 1, leaf: Twig.State(id: 21)), Row.State(id: 2)],
      screen: .first(Twig.State(id: 3)),
      sheet: Twig.State(id: 4)
    )
    let tree = tree(state)
    tree.send(.leaf(.appeared))
    tree.send(.rows(.element(id: 1, action: .appeared)))
    tree.send(.rows(.element(id: 1, action: .leaf(.appeared))))
    tree.send(.rows(.element(id: 2, action: .appeared)))
    tree.send(.first(.appeared))
    tree.send(.sheet(.presented(.appeared)))
    for id in 5...6 {
      tree.send(.own(Change { $0.path.append(Twig.State(id: id)) }))
      tree.send(.path(.element(id: tree.state.path.ids.last!, action: .appeared)))
    }
    return tree
  }
}
