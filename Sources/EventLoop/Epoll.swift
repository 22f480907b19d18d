import CLinux
import Glibc

/// An epoll instance: the kernel's list of watched descriptors.
struct Epoll: ~Copyable, Sendable {
  /// Limit of events per wait. The kernel moves reported descriptors to the end of its queue, so all get their turn.
  static let eventsPerWait = 64

  let descriptor: Descriptor

  init() throws(SystemError) {
    descriptor = Descriptor(owning: try systemCall("create", "epoll") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
  }

  func add(_ number: CInt, _ interest: Readiness, _ token: WatchToken) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, interest.rawValue, token)
  }

  func change(_ number: CInt, _ interest: Readiness, _ token: WatchToken) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, interest.rawValue, token)
  }

  func remove(_ number: CInt) {
    _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, nil)
  }

  /// Waits for events, for ever or not at all, and passes each to `receive`.
  func wait(forEver: Bool, _ receive: (WatchToken, Readiness) -> Void) {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsPerWait) { events in
      let count = epoll_wait(descriptor.number, events.baseAddress, CInt(Self.eventsPerWait), forEver ? -1 : 0)
      precondition(count >= 0 || errno == EINTR, "the loop waits on its own epoll descriptor")
      for index in 0..<max(0, Int(count)) {
        receive(WatchToken(rawValue: events[index].data.u64), Readiness(rawValue: events[index].events))
      }
    }
  }

  private func control(_ operation: CInt, _ number: CInt, _ events: UInt32, _ token: WatchToken) throws(SystemError) {
    var event = epoll_event(events: events, data: epoll_data_t(u64: token.rawValue))
    try systemCall("watch", "descriptor \(number)") { epoll_ctl(descriptor.number, operation, number, &event) }
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
