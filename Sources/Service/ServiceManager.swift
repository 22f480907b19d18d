import BrightnessEventLoop
import Glibc
import Synchronization

/// The service manager that started this process, notified by sd_notify(3) datagrams.
public final class ServiceManager: Sendable {
  private static let flags = CInt(MSG_NOSIGNAL | MSG_DONTWAIT)

  private let address: UnixAddress
  private let socket: Descriptor
  private let room = Mutex(RoomWait())

  /// What to do as soon as systemd's queue has room.
  private struct RoomWait: Sendable {
    var watch: Box<WatchedDescriptor>?
    var actions: [@Sendable () -> Void] = []
  }

  /// Nil without `NOTIFY_SOCKET`.
  public init?(_ environment: ServiceEnvironment) throws(SupervisionError) {
    guard let value = environment["NOTIFY_SOCKET"] else { return nil }
    guard value.hasPrefix("/") || value.hasPrefix("@"), let address = UnixAddress(value) else {
      throw .unusable(variable: "NOTIFY_SOCKET", value: value, expected: "an absolute path or an @name of a socket")
    }
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(owning: try serviceCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    let number = socket.number
    _ = try address.withKernelForm { (name, length) throws(SupervisionError) in
      try serviceCall("notify", address.path) { connect(number, name, length) }
    }
    self.address = address
    self.socket = socket
  }

  /// Sends notices in one datagram. Never waits: a full queue is an error, since a waiting loop
  /// would be killed by the watchdog.
  public func notify(_ notices: ServiceNotice...) throws(SupervisionError) {
    let bytes = Array(notices.map(\.text).joined(separator: "\n").utf8)
    try serviceCall("notify", address.path) { Glibc.send(socket.number, bytes, bytes.count, Self.flags) }
  }

  /// Says that the service has started, or has finished a reload, now or as soon as systemd's queue
  /// has room: systemd waits for it, and kills a service that does not say so. A start that closes
  /// many stored connections fills the queue by itself.
  public func notifyReady(on loop: EventLoop) throws(SupervisionError) {
    do throws(SupervisionError) {
      try notify(.ready)
    } catch {
      guard error.isFullQueue else { throw error }
      try whenThereIsRoom(on: loop) { [weak self] in
        // Another full queue waits again; any other failure was reported with the first attempt.
        try? self?.notifyReady(on: loop)
      }
    }
  }

  /// Performs an action on the loop, once systemd's queue has room.
  public func whenThereIsRoom(on loop: EventLoop, _ perform: @escaping @Sendable () -> Void) throws(SupervisionError) {
    if room.withLock({ $0.watch == nil }) {
      let watch = try converting(SupervisionError.refused) { () throws(SystemError) in
        try loop.watch(try Descriptor(duplicating: socket.number), for: .writable) { [weak self] _ in self?.useRoom() }
      }
      let shared = Box(watch)
      room.withLock { $0.watch = shared }
    }
    room.withLock { $0.actions.append(perform) }
  }

  private func useRoom() {
    let actions = room.withLock { room in
      defer { room = RoomWait() }
      return room.actions
    }
    for perform in actions { perform() }
  }

  /// Stores a descriptor in systemd until the next start, or until its peer closes it.
  public func store(_ descriptor: borrowing Descriptor, as name: DescriptorName) throws(SupervisionError) {
    let text = "FDSTORE=1\nFDNAME=\(name)"
    let number = descriptor.number
    try serviceCall("notify", address.path) { send(text, with: number) }
  }

  /// The fd store for the next start; nil where the unit has none.
  public func descriptorStore(_ environment: ServiceEnvironment, on loop: EventLoop)
    throws(SupervisionError) -> DescriptorStore?
  {
    guard let most = try environment.number("FDSTORE", in: 0...Int.max, "a number of descriptors"), most > 0 else {
      return nil
    }
    return DescriptorStore(
      store: { [self] descriptor, name throws(SupervisionError) in try store(descriptor, as: name) },
      remove: { [self] name throws(SupervisionError) in try notify(.removeDescriptor(name)) },
      whenThereIsRoom: { [self] perform throws(SupervisionError) in try whenThereIsRoom(on: loop, perform) }
    )
  }

  private func send(_ text: String, with number: CInt) -> Int {
    var bytes = Array(text.utf8)
    var attached = AttachedDescriptor(number)
    return bytes.withUnsafeMutableBytes { bytes in
      withMessage(bytes, with: &attached) { sendmsg(socket.number, $0, Self.flags) }
    }
  }
}

public struct DescriptorStore: Sendable {
  public let store: @Sendable (borrowing Descriptor, DescriptorName) throws(SupervisionError) -> Void
  public let remove: @Sendable (DescriptorName) throws(SupervisionError) -> Void
  /// Performs an action once systemd's queue has room again, after a notice was refused.
  public let whenThereIsRoom: @Sendable (_ perform: @escaping @Sendable () -> Void) throws(SupervisionError) -> Void

  public init(
    store: @escaping @Sendable (borrowing Descriptor, DescriptorName) throws(SupervisionError) -> Void,
    remove: @escaping @Sendable (DescriptorName) throws(SupervisionError) -> Void,
    whenThereIsRoom: @escaping @Sendable (_ perform: @escaping @Sendable () -> Void) throws(SupervisionError) -> Void
  ) {
    self.store = store
    self.remove = remove
    self.whenThereIsRoom = whenThereIsRoom
  }
}

/// A control message with one descriptor for sendmsg(2), padded to whole words.
private struct AttachedDescriptor {
  private var length = MemoryLayout<cmsghdr>.size + MemoryLayout<CInt>.size
  private var level = SOL_SOCKET
  private var type = CInt(SCM_RIGHTS)
  private var number: CInt
  private var padding: CInt = 0

  init(_ number: CInt) { self.number = number }
}

public struct ServiceNotice: Hashable, Sendable {
  public let text: String

  /// The service has started, or has finished a reload.
  public static let ready = ServiceNotice(text: "READY=1")
  public static let stopping = ServiceNotice(text: "STOPPING=1")
  public static let watchdog = ServiceNotice(text: "WATCHDOG=1")

  /// A line for `systemctl status`.
  public static func status(_ status: String) -> ServiceNotice {
    ServiceNotice(text: "STATUS=\(status.inOneLine(atMost: 500))")
  }

  /// A reload that begins now; the time is that of the monotonic clock.
  public static var reloading: ServiceNotice {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    return ServiceNotice(text: "RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  public static func removeDescriptor(_ name: DescriptorName) -> ServiceNotice {
    ServiceNotice(text: "FDSTOREREMOVE=1\nFDNAME=\(name)")
  }
}

public struct DescriptorName: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Nil unless the name has 1 to 255 visible ASCII characters other than the colon, which
  /// separates names.
  public init?(_ text: String) {
    guard 1...255 ~= text.utf8.count, text.utf8.allSatisfy({ 33...126 ~= $0 && $0 != UInt8(ascii: ":") }) else {
      return nil
    }
    description = text
  }
}
