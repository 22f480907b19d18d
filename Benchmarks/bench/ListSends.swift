import ComposableCore
import EventLoop

/// The cost of a send that changes one of many elements compared with one of few, also while each
/// has a hold, or an observer.
@Sendable func listSends(_ loop: EventLoop) async -> [Figure] {
  let few = await sendToList(of: 10, holding: false, loop)
  let many = await sendToList(of: 100_000, holding: false, loop)
  let fewHolding = await sendToList(of: 10, holding: true, loop)
  let manyHolding = await sendToList(of: 10_000, holding: true, loop)
  let fewObserved = await sendToObservedList(of: 10, loop)
  let manyObserved = await sendToObservedList(of: 10_000, loop)
  return [
    Figure(name: "list_send_ns", value: few),
    Figure(name: "send_100k_over_10_ratio", value: many / few, limit: .atMost(1.5)),
    Figure(name: "list_send_with_10000_holds_ns", value: manyHolding),
    Figure(name: "send_with_10000_holds_over_10_ratio", value: manyHolding / fewHolding, limit: .atMost(1.5)),
    Figure(name: "list_send_with_10000_observers_ns", value: manyObserved),
    Figure(name: "send_with_10000_observers_over_10_ratio", value: manyObserved / fewObserved, limit: .atMost(1.5)),
  ]
}

private func sendToList(of count: Int, holding: Bool, _ loop: EventLoop) async -> Double {
  let store = Store(initialState: Panels.State(count: count), executor: loop) { Panels(released: Tally()) }
  if holding {
    for id in 0..<count { store.send(.panels(.element(id: id, action: .appeared))) }
  }
  return await sends(to: store)
}

/// Each element has an observer of its store.
private func sendToObservedList(of count: Int, _ loop: EventLoop) async -> Double {
  let store = Store(initialState: Panels.State(count: count), executor: loop) { Panels(released: Tally()) }
  let calls = Tally()
  let observations = (0..<count).map { id in
    store.scope(state: \.panels, id: id, action: .panels)?.observe { _ in calls.add() }
  }
  let cost = await sends(to: store)
  consume((observations, calls.count))
  return cost
}

// Always the same element, so that the ratio measures the list and not the processor's cache.
private func sends(to store: StoreOf<Panels>) async -> Double {
  let cost = await medianOfFive {
    nanosecondsEach(of: 50_000) { round in store.send(.panels(.element(id: 7, action: .levelChanged(round)))) }
  }
  consume(store.state.panels.count)
  return cost
}
