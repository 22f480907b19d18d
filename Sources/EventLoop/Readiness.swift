import CLinux

/// What a descriptor is ready for, or what one waits for.
public struct Readiness: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static let readable = Readiness(EPOLLIN)
  public static let writable = Readiness(EPOLLOUT)
  /// A sysfs attribute changed, or a socket has out-of-band data.
  public static let urgent = Readiness(EPOLLPRI)
  /// The peer of a socket will write no more.
  public static let peerFinished = Readiness(EPOLLRDHUP)
  /// The other end is gone; reported whether waited for or not.
  public static let hangUp = Readiness(EPOLLHUP)
  /// An error is pending; reported whether waited for or not.
  public static let failed = Readiness(EPOLLERR)

  private init(_ event: EPOLL_EVENTS) {
    self.init(rawValue: event.rawValue)
  }
}
