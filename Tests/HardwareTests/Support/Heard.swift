import EventLoop
import Hardware
import Synchronization

/// What is heard of an origin's devices, on a loop that a test turns by hand.
final class Heard: Sendable {
  let loop: EventLoop
  private let listening: any Listening
  private let list: List

  private final class List: Sendable {
    let hints = Mutex<[Hint]>([])
  }

  init(_ origin: some LightOrigin) throws {
    let list = List()
    loop = try EventLoop()
    listening = try origin.listen(on: loop) { hint in list.hints.withLock { $0.append(hint) } }
    self.list = list
  }

  var hints: [Hint] { list.hints.withLock { $0 } }

  func takeTurn() {
    loop.perform { [loop] in loop.stop() }
    loop.run()
  }
}

extension Hint {
  var action: DeviceEvent.Action? {
    guard case .event(let event) = self else { return nil }
    return event.action
  }
}
