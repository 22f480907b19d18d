import Composable
import EventLoop

/// One long-living effect that feeds actions, each of which returns an effect that finishes.
@Sendable func longEffect(_ loop: EventLoop) async -> [Figure] {
  var kept: [Double] = []
  let ratio = await medianOfFive {
    let course = await Feed.run(on: loop)
    kept.append(course.kept)
    return course.last / course.first
  }
  return [
    Figure(name: "long_effect_last_over_first_ratio", value: ratio, limit: .atMost(1.1)),
    Figure(name: "long_effect_kept_bytes", value: kept.dropFirst().sorted()[2], limit: .exactly(0)),
  ]
}

private struct Feed: Reducer {
  /// How a long effect went: what its first and its last thousand actions cost, and what the heap kept of those between.
  struct Course: Sendable {
    var first = 0.0
    var last = 0.0
    var kept = 0.0
  }

  struct State: Sendable {
    var course: Course?
    var count = 0
  }

  enum Action: Sendable {
    case began
    case fed
    case ended(Course)
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
      case .ended(let course):
        state.course = course
        ended.add()
        return .none
      }
    }
  }

  static func run(on loop: EventLoop) async -> Course {
    let ended = Tally()
    let store = Store(initialState: State(), executor: loop) { Feed(ended: ended) }
    store.send(.began)
    await ended.reach(1)
    return store.state.course ?? Course()
  }
}

private func feed(_ send: Send<Feed.Action>) async {
  var course = Feed.Course()
  course.first = await feedThousand(send)
  let before = heapBytes()
  for _ in 0..<18 { _ = await feedThousand(send) }
  course.last = await feedThousand(send)
  course.kept = max(0, heapBytes() - before)
  await send(.ended(course))
}

// The effect that an action returned runs, and finishes, while the feeding one yields.
private func feedThousand(_ send: Send<Feed.Action>) async -> Double {
  await nanoseconds {
    for _ in 0..<1_000 {
      await send(.fed)
      await Task.yield()
    }
  }
}
