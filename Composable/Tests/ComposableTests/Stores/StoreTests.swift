import Testing

@testable import ComposableCore
@testable import ComposableTesting

@Suite struct StoreTests {
  private let journal = Journal()

  @Test func `actions that are sent at once follow in the order in which they were asked for, and before any work`() {
    let store = SteppedStore(0) { Ordered(journal: journal) }

    store.send(.tapped)

    #expect(journal.entries == ["tapped", "first", "second", "ended", "work 1", "work 2"])
  }

  @Test func `a hundred thousand actions in a chain do not overflow the stack`() {
    let store = SteppedStore<Int, Int>(0) {
      Reduce { state, action in
        state += 1
        return action > 1 ? .send(action - 1) : .none
      }
    }

    store.send(100_000)

    #expect(store.state == 100_000)
  }

  @Test func `an action that is sent while another is reduced follows it and sees what it left`() {
    let holder = StoreHolder<[String], String>()
    let store = SteppedStore<[String], String>([]) {
      Reduce { state, action in
        state.append("\(action) begins")
        if action == "first" { #expect(holder.store?.send("second").isNone == true) }
        state.append("\(action) ends")
        return .none
      }
    }
    holder.store = store.store

    store.send("first")
    holder.store = nil

    #expect(store.state == ["first begins", "first ends", "second begins", "second ends"])
  }

  @Test func `an action that is sent while another is reduced comes to a test store as one to be received`() {
    let late = Guarded<(@Sendable (Int) -> Void)?>(nil)
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        if action == 1 { late.value?(10) }
        return .none
      }
    } withDependencies: { _, input in
      late.value = { input.send($0) }
    }

    store.send(1) { $0 = 1 }
    store.receive(10) { $0 = 11 }
  }

  @Test func `two stores of one reducer do not hear of each other's names`() {
    let holds = HoldLedger()
    let first = SteppedStore(Twig.State(id: 1)) { Twig(holds: holds) }
    let second = SteppedStore(Twig.State(id: 2)) { Twig(holds: holds) }
    first.send(.appeared)
    second.send(.appeared)

    first.send(.disappeared)

    #expect(holds.living == ["leaf 2"])
  }

  @Test func `two test stores of one reducer do not hear of each other's names`() {
    let holds = HoldLedger()
    let first = TestStore(initialState: Twig.State(id: 1)) { Twig(holds: holds) }
    let second = TestStore(initialState: Twig.State(id: 2)) { Twig(holds: holds) }
    first.send(.appeared)
    second.send(.appeared)

    first.send(.disappeared)
    #expect(holds.living == ["leaf 2"])
    second.send(.disappeared)
  }

  @Test func `the payload of an action may send when it dies, and order is kept`() {
    let holder = StoreHolder<[String], Parcel>()
    let store = SteppedStore<[String], Parcel>([]) {
      Reduce { state, action in
        state.append(action.name)
        return action.name == "carrier" ? .send(Parcel(name: "response")) : .none
      }
    }
    holder.store = store.store

    store.executor.perform {
      _ = store.store.send(
        Parcel(name: "carrier", payload: LastWords { holder.store?.send(Parcel(name: "last words")) })
      )
    }
    holder.store = nil

    #expect(store.state == ["carrier", "response", "last words"])
  }

  @Test func `a waiting action's payload may send when it dies`() {
    let holder = StoreHolder<[String], Parcel>()
    let store = SteppedStore<[String], Parcel>([]) {
      Reduce { state, action in
        state.append(action.name)
        guard action.name == "carrier" else { return .none }
        let words = LastWords { holder.store?.send(Parcel(name: "last words")) }
        return .merge(.send(Parcel(name: "one", payload: words)), .send(Parcel(name: "two")))
      }
    }
    holder.store = store.store

    store.send(Parcel(name: "carrier"))
    holder.store = nil

    #expect(store.state == ["carrier", "one", "two", "last words"])
  }
}

private struct Ordered: Reducer {
  enum Action: String, Sendable {
    case tapped, first, second, ended
  }

  let journal: Journal

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    journal.note(action.rawValue)
    switch action {
    case .tapped: return .merge(.send(.first), .send(.second), work(1))
    case .first: return .merge(.send(.ended), work(2))
    case .second, .ended: return .none
    }
  }

  private func work(_ number: Int) -> Effect<Action> {
    .run { [journal] _ in journal.note("work \(number)") }
  }
}

/// An action that may carry something that acts when it dies.
private struct Parcel: Sendable {
  let name: String
  var payload: LastWords?
}

private final class LastWords: Sendable {
  private let say: @Sendable () -> Void

  init(_ say: @escaping @Sendable () -> Void) {
    self.say = say
  }

  deinit { say() }
}
