import Synchronization

@testable import Brightness

/// What a client heard of its scene.
final class Heard: Sendable {
  private struct Memory {
    var watch: SceneWatch
    var events: [SceneEvent] = []
  }

  private let memory: Mutex<Memory>

  init(_ watch: SceneWatch) {
    memory = Mutex(Memory(watch: watch))
  }

  convenience init(_ owner: ClaimOwner) {
    self.init(SceneWatch(owner))
  }

  var events: [SceneEvent] { memory.withLock { $0.events } }

  func listen(to state: Mind.State) {
    memory.withLock { memory in
      memory.events += memory.watch.news(in: state).map(\.event)
    }
  }
}
