import BrightnessEventLoop
import ComposableCore
import Glibc

/// The threads, and the context switches in ten seconds, of a process with an idle loop and store.
@Sendable func idleLoop(_ loop: EventLoop) async throws -> [Figure] {
  let child = try Child("/proc/self/exe", ["idle"])
  try await loop.sleep(for: .seconds(1))
  let before = switches(of: child.process)
  try await loop.sleep(for: .seconds(10))
  let after = switches(of: child.process)
  return [
    Figure(name: "loop_idle_threads", value: Double(threads(of: child.process)), limit: .exactly(1)),
    Figure(name: "loop_idle_switches_10s", value: Double(after - before), limit: .exactly(0)),
  ]
}

/// Waits until the process is killed.
func idle() throws {
  let loop = try EventLoop()
  let task = Task(executorPreference: loop) {
    let store = Store(initialState: Holder.State(), executor: loop) { Holder() }
    store.send(.taken(1))
    store.send(.worked(2))
    try await loop.sleep(until: .distantFuture)
    consume(store)
  }
  loop.run()
  task.cancel()
}
