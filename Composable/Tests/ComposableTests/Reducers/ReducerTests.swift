import ComposableCore
import ComposableTesting
import Testing

@Suite struct ReducerTests {
  @Test func `a reducer of a function is called like any other`() {
    let counter = Reduce<Int, Int> { state, action in
      state += action
      return .none
    }
    var state = 1

    _ = counter.reduce(into: &state, action: 2)

    #expect(state == 3)
  }

  @Test func `a reducer whose type is hidden does what it did`() {
    let reducer: any Reducer<Int, Int> = Doubling()
    let hidden = Reduce.erasing(reducer)
    let store = SteppedStore<Int, Int>(3) { hidden }

    store.send(0)

    #expect(store.state == 6)
  }

  @Test func `combined reducers work on one state from top to bottom`() {
    let store = SteppedStore<Int, Int>(1) {
      CombineReducers {
        Adding()
        Doubling()
      }
      Adding()
    }

    store.send(3)

    #expect(store.state == 11)
  }

  @Test func `the effects of combined reducers live side by side`() {
    let holds = HoldLedger()
    let store = SteppedStore<Int, Int>(0) {
      CombineReducers {
        Reduce { _, _ in holds.hold("first") }
        Reduce { _, _ in holds.hold("second") }
      }
    }

    store.send(1)

    #expect(holds.living == ["first", "second"])
  }

  @Test func `an empty reducer does nothing`() {
    let store = SteppedStore<Int, Int>(1) { EmptyReducer() }
    let nothing = SteppedStore<Int, Int>(1) {}

    #expect(store.send(5).isNone)
    #expect(nothing.send(5).isNone)
    #expect(store.state == 1)
    #expect(nothing.state == 1)
  }

  @Test(arguments: [true, false])
  func `the builder takes existentials, conditions, availabilities and loops`(isOn: Bool) {
    let optional: Adding? = isOn ? Adding() : nil
    let store = SteppedStore<Int, Int>(0) {
      Adding() as any Reducer<Int, Int>
      if isOn { Adding() }
      if isOn { Doubling() } else { Adding() }
      if #available(macOS 26, *) { Adding() }
      for _ in 0..<3 { Adding() }
      optional
    }

    store.send(1)

    #expect(store.state == (isOn ? 9 : 6))
  }

  @Test func `operators for several children stand in one another`() {
    let holds = HoldLedger()
    let store = SteppedStore(Tree.State(rows: [Row.State(id: 1, leaf: Twig.State(id: 2))])) { Tree(holds: holds) }

    store.send(.rows(.element(id: 1, action: .leaf(.counted))))
    store.send(.rows(.element(id: 1, action: .counted)))

    #expect(store.state.rows == [Row.State(id: 1, leaf: Twig.State(id: 2, count: 1), count: 1)])
  }

  @Test func `a child reduces before its parent`() {
    let store = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      Reduce { state, action in
        if case .leaf = action { state.leaf?.count *= 10 }
        return .none
      }
      .ifLet(\.leaf, action: .leaf) { Twig(holds: HoldLedger()) }
    }

    store.send(.leaf(.counted))
    store.send(.leaf(.counted))

    #expect(store.state.leaf?.count == 110)
  }
}

private struct Adding: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

private struct Doubling: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state *= 2
    return .none
  }
}
