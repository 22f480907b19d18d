import BrightnessEventLoop
import Glibc

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

  /// What is read in one turn.
  private static let chunk = 4096

  public nonisolated let loop: EventLoop
  private let report: @Sendable (WaylandEvent) -> Void
  /// Nil after its end.
  private var socket: Box<WatchedDescriptor>?
  private var input = MessageReader()
  /// The requests that were not sent yet.
  private var output: [UInt8] = []
  private var objects = ObjectTable()
  private var notifier: (number: UInt32, version: UInt32)?
  private var seats: [Seat: UInt32] = [:]
  private var notifications: [Seat: UInt32] = [:]
  private var armed: (rule: IdleRule, round: Int)?

  /// Connects to the compositor that the environment names: `WAYLAND_SOCKET`, `WAYLAND_DISPLAY` or,
  /// without both, `wayland-0`.
  public init(on loop: EventLoop, _ report: @escaping @Sendable (WaylandEvent) -> Void) throws(WaylandError) {
    self.loop = loop
    self.report = report
    try open(CompositorAddress { name in getenv(name).map { String(cString: $0) } }.connect())
  }

  /// Uses one end of a connection, which it closes.
  public init(
    owning socket: consuming Descriptor,
    on loop: EventLoop,
    _ report: @escaping @Sendable (WaylandEvent) -> Void
  ) throws(WaylandError) {
    self.loop = loop
    self.report = report
    try open(socket)
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
  private nonisolated func open(_ socket: consuming Descriptor) throws(WaylandError) {
    do throws(SystemError) {
      let watched = try loop.watch(socket, for: .readable) { [unowned self] _ in assumeIsolated { $0.receive() } }
      let socket = Box(watched)
      assumeIsolated { $0.start(on: socket) }
    } catch {
      throw .unreachable(error.code)
    }
  }

  private func start(on socket: Box<WatchedDescriptor>) {
    self.socket = socket
    request(.getRegistry(objects.add(.registry)))
    request(.sync(objects.add(.firstAnswer)))
    send()
  }

  /// Reads what has come, and reports it. The kernel closes descriptors that come with it, since
  /// read(2) has no room for any.
  private func receive() {
    guard let socket else { return }
    do throws(SystemError) {
      let count = try read(from: socket.value.descriptor)
      if count == 0 { return end(because: .ended) }
    } catch {
      return end(because: error.code.rawValue == ECONNRESET ? .ended : .failed(error.code))
    }
    do throws(MalformedMessage) {
      while self.socket != nil, let message = try input.next() { try handle(message) }
    } catch {
      return end(because: .failed(ErrorCode(rawValue: EBADMSG)))
    }
    send()
  }

  private func read(from descriptor: borrowing Descriptor) throws(SystemError) -> Int? {
    try withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { (chunk) throws(SystemError) in
      let count = try descriptor.read(into: chunk)
      input.append(chunk[..<(count ?? 0)])
      return count
    }
  }

  private func request(_ message: WireMessage) { output += message.bytes }

  private func send() {
    guard let socket else { return }
    if !output.isEmpty { send(to: socket.value.descriptor) }
    do throws(SystemError) {
      try socket.value.wait(for: output.isEmpty ? .readable : [.readable, .writable])
    } catch {
      end(because: .failed(error.code))
    }
  }

  private func send(to descriptor: borrowing Descriptor) {
    do throws(SystemError) {
      let count = try output.span.withUnsafeBytes { (bytes) throws(SystemError) in
        try descriptor.send(bytes)
      }
      output.removeFirst(count ?? 0)
    } catch {
      // A closed connection may still have events to read, the reason among them, so that only
      // reading finds its end.
      output = []
    }
  }

  private func end(because error: WaylandError) {
    notifications = [:]
    seats = [:]
    notifier = nil
    socket = nil
    report(.ended(error))
  }
}

// MARK: Globals and notifications

extension WaylandConnection {
  private func handle(_ message: WireMessage) throws(MalformedMessage) {
    // An event of an object that we have destroyed was on its way.
    guard let object = objects[message.object] else { return }
    switch try CompositorEvent(message, of: object) {
    case .refused(let number, let code):
      end(because: .refused(interface: objects.interface(of: number) ?? WaylandObject.display.interface, code: code))
    case .deleted(let number): objects.free(number)
    case .announced(let interface, let name, let version): add(interface, name, version, of: message.object)
    case .removed(let name): remove(Seat(name: name))
    case .answered:
      objects.destroy(message.object)
      report(.ready(notifier: notifier?.version))
    case .idled(let seat, let round): report(.idled(seat, round: round))
    case .resumed(let seat, let round): report(.resumed(seat, round: round))
    case .described: break
    }
  }

  private func add(_ interface: String, _ name: UInt32, _ version: UInt32, of registry: UInt32) {
    switch interface {
    case WaylandObject.seat.interface:
      let seat = Seat(name: name)
      // In version 1, since nothing of a later one is used.
      seats[seat] = bind(.seat, version: 1, to: name, of: registry)
      report(.announced(seat))
      watch(seat)
    case WaylandObject.notifier.interface where notifier == nil:
      let version = min(version, Self.newestNotifier)
      notifier = (bind(.notifier, version: version, to: name, of: registry), version)
      for seat in seats.keys { watch(seat) }
    default: break
    }
  }

  private func bind(_ object: WaylandObject, version: UInt32, to name: UInt32, of registry: UInt32) -> UInt32 {
    let number = objects.add(object)
    request(.bind(number, object, version: version, to: name, of: registry))
    return number
  }

  private func remove(_ seat: Seat) {
    guard let number = seats.removeValue(forKey: seat) else { return }
    dropNotification(of: seat)
    // Before version 5 a seat has no request for its end, so that its number stays in use.
    objects.destroy(number)
    report(.removed(seat))
  }

  private func replaceNotifications(_ armed: (rule: IdleRule, round: Int)?) {
    self.armed = armed
    for seat in seats.keys { watch(seat) }
    send()
  }

  /// Replaces the notification of a seat by one of the present rule, if there is one.
  private func watch(_ seat: Seat) {
    dropNotification(of: seat)
    guard let armed, let notifier, let seatNumber = seats[seat] else { return }
    let number = objects.add(.notification(of: seat, round: armed.round))
    notifications[seat] = number
    request(.getNotification(number, by: armed.rule, of: seatNumber, from: notifier.number))
  }

  private func dropNotification(of seat: Seat) {
    guard let number = notifications.removeValue(forKey: seat) else { return }
    objects.destroy(number)
    request(.destroyNotification(number))
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
