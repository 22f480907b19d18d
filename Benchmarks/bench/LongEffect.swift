import BrightnessEventLoop
import ComposableCore

/// The cost of a long-running effect that sends actions, each of which returns an effect that
/// finishes.
@Sendable func longEffect(_ loop: EventLoop) async -> [Figure] {
  var keptBytes: [Double] = []
  let ratio = await medianOfFive {
    let costs = await Feed.run(on: loop)
    keptBytes.append(costs.keptBytes)
    return costs.last / costs.first
  }
  return [
    Figure(name: "long_effect_last_over_first_ratio", value: ratio, limit: .atMost(1.1)),
    Figure(name: "long_effect_kept_bytes", value: keptBytes.dropFirst().sorted()[2], limit: .exactly(0)),
  ]
}

private struct Feed: Reducer {
  /// The cost of the first and the last thousand actions of a long effect, and the heap growth
  /// between them.
  struct Costs: Sendable {
    var first = 0.0
    var last = 0.0
    var keptBytes = 0.0
  }

  struct State: Sendable {
    var costs: Costs?
    var count = 0
  }

  enum Action: Sendable {
    case began
    case fed
    case ended(Costs)
  }

  let ended: Tally

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .began:
        return .run { send in await feed(send) }
      case .fed:
        state.count += 1
        return .run { _ in }
      case .ended(let costs):
        state.costs = costs
        ended.add()
        return .none
      }
    }
  }

  static func run(on loop: EventLoop) async -> Costs {
    let ended = Tally()
    let store = Store(initialState: State(), executor: loop) { Feed(ended: ended) }
    store.send(.began)
    await ended.reach(1)
    return store.state.costs ?? Costs()
  }
}

private func feed(_ send: Send<Feed.Action>) async {
  var costs = Feed.Costs()
  costs.first = await feedThousand(send)
  let before = heapBytes()
  for _ in 0..<18 { _ = await feedThousand(send) }
  costs.last = await feedThousand(send)
  costs.keptBytes = max(0, heapBytes() - before)
  await send(.ended(costs))
}

// The effect that an action returned runs and finishes while the long one yields.
private func feedThousand(_ send: Send<Feed.Action>) async -> Double {
  await nanoseconds {
    for _ in 0..<1_000 {
      await send(.fed)
      await Task.yield()
    }
  }
}
