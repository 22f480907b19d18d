import Synchronization

@testable import Brightness

/// What a client heard of its scene.
final class Heard: Sendable {
  private struct Memory {
    var watch: SceneWatch
    var events: [SceneEvent] = []
  }

  private let memory: Mutex<Memory>

  init(_ owner: ClaimOwner) {
    memory = Mutex(Memory(watch: SceneWatch(owner)))
  }

  var events: [SceneEvent] { memory.withLock { $0.events } }

  func listen(to state: Mind.State) {
    memory.withLock { memory in
      if let event = memory.watch.event(in: state) { memory.events.append(event) }
    }
  }
}
