import BrightnessEventLoop
import CWayland
import Glibc
import WaylandProtocols

/// A seat of the compositor, by the number of its global. A compositor may have several.
public struct Seat: Hashable, Sendable {
  public let name: UInt32

  package init(name: UInt32) { self.name = name }
}

public enum WaylandEvent: Hashable, Sendable {
  /// The seats that the compositor had at the start were announced, and so was its notifier: the
  /// version of `ext_idle_notifier_v1`, or nil if it has none.
  case ready(notifier: UInt32?)
  case announced(Seat)
  case removed(Seat)
  /// The seat had no input for the time of `arm`, which gave the round.
  case idled(Seat, round: Int)
  case resumed(Seat, round: Int)
  /// The connection has ended; nothing follows.
  case ended(WaylandError)
}

/// When a seat counts as idle.
public struct IdleRule: Hashable, Sendable {
  /// Time without input.
  public var time: Duration
  /// Whether idle inhibitors, such as a visible player's, are ignored. This needs version 2 of the
  /// notifier.
  public var ignoresInhibitors: Bool

  public init(after time: Duration, ignoringInhibitors: Bool = false) {
    self.time = time
    self.ignoresInhibitors = ignoringInhibitors
  }
}

/// A connection to a compositor that reports when seats are idle.
///
/// It neither polls nor sets a timer: the compositor sends an event when a seat becomes idle, one
/// when it is used again, and none while the user is active.
public actor WaylandConnection: LoopActor {
  /// The newest version of the notifier that this code knows.
  static let newestNotifier: UInt32 = 2

  public nonisolated let loop: EventLoop
  private let report: @Sendable (WaylandEvent) -> Void
  private var socket: Socket?
  private var registry: Registry?
  private var notifier: Notifier?
  private var seats: [Seat: SeatProxy] = [:]
  private var notifications: [Seat: Notification] = [:]
  private var armed: (rule: IdleRule, round: Int)?

  /// Connects to the compositor that the environment names, as libwayland does: `WAYLAND_SOCKET`,
  /// `WAYLAND_DISPLAY` or, without both, `wayland-0`.
  public init(on loop: EventLoop, _ report: @escaping @Sendable (WaylandEvent) -> Void) throws(WaylandError) {
    self.loop = loop
    self.report = report
    guard let display = wl_display_connect(nil) else { throw .unreachable(.latest) }
    try open(UInt(bitPattern: display))
  }

  /// Uses one end of a connection, which it closes.
  public init(
    owning socket: consuming Descriptor,
    on loop: EventLoop,
    _ report: @escaping @Sendable (WaylandEvent) -> Void
  ) throws(WaylandError) {
    self.loop = loop
    self.report = report
    // It closes the socket even if it fails.
    guard let display = wl_display_connect_to_fd(socket.release()) else { throw .unreachable(.latest) }
    try open(UInt(bitPattern: display))
  }

  /// Reports from now on when each seat, also a later one, is idle by this rule. All seats count as
  /// active first. The number of the round comes back with each report, since one of an earlier
  /// round may not have been handled yet.
  public nonisolated func arm(_ rule: IdleRule, round: Int) {
    assumeIsolated { $0.replaceNotifications((rule, round)) }
  }

  /// Reports no seat as idle from now on.
  public nonisolated func disarm() {
    assumeIsolated { $0.replaceNotifications(nil) }
  }
}

// MARK: The connection

extension WaylandConnection {
  private nonisolated func open(_ address: UInt) throws(WaylandError) {
    let result = assumeIsolated { connection -> Result<Void, WaylandError> in
      let display = Display(address)
      do throws(SystemError) {
        let watched = try loop.watch(Descriptor(duplicating: wl_display_get_fd(display.pointer)), for: .readable) {
          [unowned self] _ in assumeIsolated { $0.receive() }
        }
        connection.socket = Socket(display, watched)
        connection.registry = Registry(of: display, for: self)
        connection.send()
        return .success(())
      } catch {
        return .failure(.unreachable(error.code))
      }
    }
    try result.get()
  }

  /// Reads what has come, and reports it. libwayland keeps the part of a message that is not
  /// complete.
  private func receive() {
    guard let display = socket?.display else { return }
    while wl_display_prepare_read(display.pointer) != 0 {
      // What it had read before.
      guard wl_display_dispatch_pending(display.pointer) >= 0 else { return end() }
    }
    guard wl_display_read_events(display.pointer) >= 0 else { return end() }
    guard wl_display_dispatch_pending(display.pointer) >= 0 else { return end() }
    send()
  }

  private func send() {
    guard let socket else { return }
    let hasSentAll = wl_display_flush(socket.display.pointer) >= 0
    let mustWait = !hasSentAll && ErrorCode.latest.isWouldBlock
    // A closed connection may still have events to read, the reason among them, so that only
    // reading finds its end.
    do throws(SystemError) {
      try socket.watched.value.wait(for: mustWait ? [.readable, .writable] : .readable)
    } catch {
      end(because: .failed(error.code))
    }
  }

  private func end() {
    guard let display = socket?.display else { return }
    let code = ErrorCode(rawValue: wl_display_get_error(display.pointer))
    switch code.rawValue {
    case EPROTO:
      var interface: UnsafePointer<wl_interface>?
      let code = wl_display_get_protocol_error(display.pointer, &interface, nil)
      end(because: .refused(interface: interface.map { String(cString: $0.pointee.name) } ?? "wl_display", code: code))
    case EPIPE, ECONNRESET: end(because: .ended)
    default: end(because: .failed(code))
    }
  }

  private func end(because error: WaylandError) {
    notifications = [:]
    seats = [:]
    notifier = nil
    registry = nil
    socket = nil
    report(.ended(error))
  }
}

// MARK: Globals and notifications

extension WaylandConnection {
  func add(_ interface: String, _ name: UInt32, version: UInt32) {
    guard let registry else { return }
    switch interface {
    case "wl_seat":
      let seat = Seat(name: name)
      seats[seat] = registry.bindSeat(name)
      report(.announced(seat))
      watch(seat)
    case "ext_idle_notifier_v1" where notifier == nil:
      notifier = registry.bindNotifier(name, version: min(version, Self.newestNotifier))
      for seat in seats.keys { watch(seat) }
    default: break
    }
  }

  func remove(_ name: UInt32) {
    let seat = Seat(name: name)
    guard seats.removeValue(forKey: seat) != nil else { return }
    notifications[seat] = nil
    report(.removed(seat))
  }

  /// The compositor has answered the first request, after it announced all that it has.
  func finishStart() {
    report(.ready(notifier: notifier?.version))
  }

  func reportSeat(_ seat: Seat, isIdle: Bool, round: Int) {
    report(isIdle ? .idled(seat, round: round) : .resumed(seat, round: round))
  }

  private func replaceNotifications(_ armed: (rule: IdleRule, round: Int)?) {
    self.armed = armed
    notifications = [:]
    for seat in seats.keys { watch(seat) }
    send()
  }

  private func watch(_ seat: Seat) {
    guard let armed, let notifier, let proxy = seats[seat] else { return }
    notifications[seat] = notifier.notification(of: proxy, seat, by: armed.rule, round: armed.round, for: self)
  }
}

public enum WaylandError: Error, Hashable, CustomStringConvertible {
  case unreachable(ErrorCode)
  /// The compositor found an error in our requests, and ended the connection.
  case refused(interface: String, code: UInt32)
  case ended
  case failed(ErrorCode)

  public var description: String {
    switch self {
    case .unreachable(let code): "the compositor cannot be reached: \(code)"
    case .refused(let interface, let code): "the compositor refused a request of \(interface) (error \(code))"
    case .ended: "the compositor has ended"
    case .failed(let code): "the connection to the compositor failed: \(code)"
    }
  }
}
