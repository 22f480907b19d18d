import CLinux
import Glibc

/// The kernel's list of watched descriptors.
struct Epoll: ~Copyable, Sendable {
  /// How many events one wait hands out; the kernel moves what it handed out to the end of its queue.
  static let eventsPerWait = 64

  let descriptor: Descriptor

  init() throws(SystemError) {
    descriptor = Descriptor(owning: try systemCall("create", "epoll") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
  }

  func add(_ number: CInt, _ interest: Readiness, _ token: WatchToken) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, interest.rawValue, token)
  }

  /// Adds a descriptor that reports once for each new event, so that nobody has to read it.
  func addEdgeTriggered(_ number: CInt, _ token: WatchToken) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, EPOLLIN.rawValue | EPOLLET.rawValue, token)
  }

  func change(_ number: CInt, _ interest: Readiness, _ token: WatchToken) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, interest.rawValue, token)
  }

  /// Removes a descriptor; one that was closed has left by itself.
  func remove(_ number: CInt) {
    _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, nil)
  }

  /// Waits for events, for ever or not at all, and hands them out one by one.
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
