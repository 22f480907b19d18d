import BrightnessEventLoop
import Hardware
import Synchronization

/// The events of an origin, on a loop that a test turns.
final class ReceivedEvents: Sendable {
  let loop: EventLoop
  private let listening: WatchedDescriptor
  private let list: List

  private final class List: Sendable {
    let notifications = Mutex<[DeviceNotification]>([])
  }

  init(_ origin: some LightOrigin) throws {
    let list = List()
    loop = try EventLoop()
    listening = try origin.listen(on: loop) { notification in list.notifications.withLock { $0.append(notification) } }
    self.list = list
  }

  var notifications: [DeviceNotification] { list.notifications.withLock { $0 } }

  func takeTurn() {
    loop.perform { [loop] in loop.stop() }
    loop.run()
  }
}

extension DeviceNotification {
  var action: DeviceEvent.Action? {
    guard case .event(let event) = self else { return nil }
    return event.action
  }
}
