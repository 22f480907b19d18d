import BrightnessEventLoop
import ComposableCore

/// The cost of a send that changes one of many elements compared with one of few, also while each
/// has a hold, or an observer.
@Sendable func listSends(_ loop: EventLoop) async -> [Figure] {
  let plain = await compare(Panels.store(of: 10, on: loop), Panels.store(of: 100_000, on: loop))
  let held = await compare(holdingStore(of: 10, loop), holdingStore(of: 10_000, loop))
  let calls = Tally()
  let few = Panels.store(of: 10, on: loop)
  let many = Panels.store(of: 10_000, on: loop)
  let observations = observe(few, count: 10, calls) + observe(many, count: 10_000, calls)
  let observed = await compare(few, many)
  consume((observations, calls.count))
  return [
    Figure(name: "list_send_ns", value: plain.few),
    Figure(name: "send_100k_over_10_ratio", value: plain.many / plain.few, limit: .atMost(1.5)),
    Figure(name: "list_send_with_10000_holds_ns", value: held.many),
    Figure(name: "send_with_10000_holds_over_10_ratio", value: held.many / held.few, limit: .atMost(1.5)),
    Figure(name: "list_send_with_10000_observers_ns", value: observed.many),
    Figure(name: "send_with_10000_observers_over_10_ratio", value: observed.many / observed.few, limit: .atMost(1.5)),
  ]
}

extension Panels {
  fileprivate static func store(of count: Int, on loop: EventLoop) -> StoreOf<Panels> {
    Store(initialState: State(count: count), executor: loop) { Panels(released: Tally()) }
  }
}

private func holdingStore(of count: Int, _ loop: EventLoop) -> StoreOf<Panels> {
  let store = Panels.store(of: count, on: loop)
  for id in 0..<count { store.send(.panels(.element(id: id, action: .appeared))) }
  return store
}

/// Observes the store of each element.
private func observe(_ store: StoreOf<Panels>, count: Int, _ calls: Tally) -> [ObserveToken?] {
  (0..<count).map { id in store.scope(state: \.panels, id: id, action: .panels)?.observe { _ in calls.add() } }
}

/// The nanoseconds of a send to a store with few elements, and to one with many.
private func compare(_ few: StoreOf<Panels>, _ many: StoreOf<Panels>) async -> (few: Double, many: Double) {
  let (cost, floor) = await byTurns {
    sends(to: many)
  } floor: {
    sends(to: few)
  }
  return (floor, cost)
}

// Always the same element, so that the ratio measures the list and not the processor's cache.
private func sends(to store: StoreOf<Panels>) -> Double {
  let cost = nanosecondsEach(of: 10_000) { round in
    store.send(.panels(.element(id: 7, action: .levelChanged(round))))
  }
  consume(store.state.panels.count)
  return cost
}
