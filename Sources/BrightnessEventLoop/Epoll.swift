import CBrightnessLinux
import Glibc

/// An epoll instance: the kernel's list of watched descriptors.
struct Epoll: ~Copyable, Sendable {
  /// Limit of events per wait. The kernel moves reported descriptors to the end of its queue, so
  /// all get their turn.
  static let eventsPerWait = 64

  let descriptor: Descriptor

  init() throws(SystemError) {
    descriptor = Descriptor(owning: try systemCall("create", "epoll") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
  }

  /// Adds a descriptor; with `EPOLL_CTL_MOD` it changes the interest in one.
  func watch(
    _ number: CInt,
    for interest: Readiness,
    as token: WatchToken,
    _ operation: CInt = EPOLL_CTL_ADD
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token.rawValue))
    try systemCall("watch", "descriptor \(number)") { epoll_ctl(descriptor.number, operation, number, &event) }
  }

  func remove(_ number: CInt) {
    _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, nil)
  }

  /// Waits for events, for ever or not at all, and passes each to `receive`.
  func wait(forEver: Bool, _ receive: (WatchToken, Readiness) -> Void) {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsPerWait) { events in
      let count = epoll_wait(descriptor.number, events.baseAddress!, CInt(Self.eventsPerWait), forEver ? -1 : 0)
      precondition(count >= 0 || errno == EINTR, "the loop waits on its own epoll descriptor")
      for index in 0..<max(0, Int(count)) {
        receive(WatchToken(rawValue: events[index].data.u64), Readiness(rawValue: events[index].events))
      }
    }
  }
}

/// Events of a descriptor, as epoll(7) reports them.
public struct Readiness: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static let readable = Readiness(EPOLLIN)
  /// Reported once per event, so that the descriptor need not be read.
  static let readableOnce = Readiness(rawValue: EPOLLIN.rawValue | EPOLLET.rawValue)
  public static let writable = Readiness(EPOLLOUT)
  /// A sysfs attribute changed, or a socket has out-of-band data.
  public static let urgent = Readiness(EPOLLPRI)
  /// The other end is closed; always reported.
  public static let hangUp = Readiness(EPOLLHUP)
  /// An error is pending; always reported.
  public static let failed = Readiness(EPOLLERR)

  private init(_ event: EPOLL_EVENTS) {
    self.init(rawValue: event.rawValue)
  }
}
