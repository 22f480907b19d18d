import BrightnessEventLoop
import ComposableCore

/// The number of effects, of a hundred, that a cancel stops in the turn that started them.
@Sendable func sameTurnCancels(_ loop: EventLoop) async -> [Figure] {
  let released = Tally()
  let survived = Tally()
  let store = Store(initialState: Holder.State(), executor: loop) { Holder(released: released, survived: survived) }
  for id in 0..<100 {
    store.send(.worked(id))
    store.send(.released(id))
  }
  let atOnce = released.count
  await Task.yield()
  consume(store)
  return [Figure(name: "same_turn_cancel_of_100", value: Double(atOnce - survived.count), limit: .exactly(100))]
}
