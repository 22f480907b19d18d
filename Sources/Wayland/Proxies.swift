import BrightnessEventLoop
import CWayland
import WaylandProtocols

// Objects of libwayland. Each proxy retains the display, which must be the last to go, and passes
// its own address to libwayland with its listeners. It retains neither the connection, which owns
// it, nor itself: no event comes for a proxy that was destroyed.

/// libwayland's side of a connection, and its socket.
final class Display {
  let pointer: OpaquePointer

  /// The address instead of the pointer, which is not `Sendable`.
  init(_ address: UInt) {
    guard let pointer = OpaquePointer(bitPattern: address) else { preconditionFailure("a display has an address") }
    self.pointer = pointer
  }

  deinit { wl_display_disconnect(pointer) }
}

/// The display, and the wait for what it reads. libwayland closes its own descriptor, so the loop
/// watches a copy.
struct Socket {
  let display: Display
  let watched: Box<WatchedDescriptor>

  init(_ display: Display, _ watched: consuming sending WatchedDescriptor) {
    self.display = display
    self.watched = Box(watched)
  }
}

/// What libwayland returns unless it has no memory.
private func allocated(_ pointer: OpaquePointer?) -> OpaquePointer {
  guard let pointer else { preconditionFailure("libwayland has no memory for an object") }
  return pointer
}

/// Announces and removes globals.
final class Registry {
  private let display: Display
  private let pointer: OpaquePointer
  /// Answered after all globals of the start.
  private let answer: OpaquePointer
  private let listener = UnsafeMutablePointer<wl_registry_listener>.allocate(capacity: 1)
  private let answerListener = UnsafeMutablePointer<wl_callback_listener>.allocate(capacity: 1)
  private unowned let connection: WaylandConnection

  init(of display: Display, for connection: WaylandConnection) {
    self.display = display
    self.connection = connection
    pointer = allocated(wl_display_get_registry(display.pointer))
    answer = allocated(wl_display_sync(display.pointer))
    listener.initialize(
      to: wl_registry_listener(
        global: { data, _, name, interface, version in
          guard let interface else { return }
          Registry.from(data).add(String(cString: interface), name, version)
        },
        global_remove: { data, _, name in Registry.from(data).remove(name) }
      )
    )
    answerListener.initialize(to: wl_callback_listener(done: { data, _, _ in Registry.from(data).finishStart() }))
    let address = Unmanaged.passUnretained(self).toOpaque()
    wl_registry_add_listener(pointer, listener, address)
    wl_callback_add_listener(answer, answerListener, address)
  }

  deinit {
    wl_callback_destroy(answer)
    wl_registry_destroy(pointer)
    listener.deallocate()
    answerListener.deallocate()
  }

  func bindSeat(_ name: UInt32) -> SeatProxy { SeatProxy(display, allocated(bind_seat(pointer, name))) }

  func bindNotifier(_ name: UInt32, version: UInt32) -> Notifier {
    Notifier(display, allocated(bind_idle_notifier(pointer, name, version)))
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> Registry {
    guard let data else { preconditionFailure("the registry's listener has an address") }
    return Unmanaged<Registry>.fromOpaque(data).takeUnretainedValue()
  }

  private func add(_ interface: String, _ name: UInt32, _ version: UInt32) {
    connection.assumeIsolated { $0.add(interface, name, version: version) }
  }

  private func remove(_ name: UInt32) { connection.assumeIsolated { $0.remove(name) } }

  private func finishStart() { connection.assumeIsolated { $0.finishStart() } }
}

final class SeatProxy {
  private let display: Display
  let pointer: OpaquePointer

  init(_ display: Display, _ pointer: OpaquePointer) {
    self.display = display
    self.pointer = pointer
  }

  deinit { wl_seat_destroy(pointer) }
}

final class Notifier {
  private let display: Display
  private let pointer: OpaquePointer

  init(_ display: Display, _ pointer: OpaquePointer) {
    self.display = display
    self.pointer = pointer
  }

  deinit { ext_idle_notifier_v1_destroy(pointer) }

  var version: UInt32 { ext_idle_notifier_v1_get_version(pointer) }

  func notification(
    of proxy: SeatProxy,
    _ seat: Seat,
    by rule: IdleRule,
    round: Int,
    for connection: WaylandConnection
  ) -> Notification {
    let time = rule.time.components
    let milliseconds = UInt32(clamping: time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000)
    let notification =
      rule.ignoresInhibitors
      ? ext_idle_notifier_v1_get_input_idle_notification(pointer, milliseconds, proxy.pointer)
      : ext_idle_notifier_v1_get_idle_notification(pointer, milliseconds, proxy.pointer)
    return Notification(display, allocated(notification), seat, round: round, for: connection)
  }
}

/// Reports when a seat becomes idle, and when it is used again.
final class Notification {
  private let display: Display
  private let pointer: OpaquePointer
  private let seat: Seat
  private let round: Int
  private let listener = UnsafeMutablePointer<ext_idle_notification_v1_listener>.allocate(capacity: 1)
  private unowned let connection: WaylandConnection

  init(_ display: Display, _ pointer: OpaquePointer, _ seat: Seat, round: Int, for connection: WaylandConnection) {
    self.display = display
    self.pointer = pointer
    self.seat = seat
    self.round = round
    self.connection = connection
    listener.initialize(
      to: ext_idle_notification_v1_listener(
        idled: { data, _ in Notification.from(data).report(isIdle: true) },
        resumed: { data, _ in Notification.from(data).report(isIdle: false) }
      )
    )
    ext_idle_notification_v1_add_listener(pointer, listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    ext_idle_notification_v1_destroy(pointer)
    listener.deallocate()
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> Notification {
    guard let data else { preconditionFailure("a notification's listener has an address") }
    return Unmanaged<Notification>.fromOpaque(data).takeUnretainedValue()
  }

  private func report(isIdle: Bool) {
    connection.assumeIsolated { [seat, round] in $0.reportSeat(seat, isIdle: isIdle, round: round) }
  }
}
