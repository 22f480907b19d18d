import BrightnessEventLoop
import Glibc
import Service

/// The descriptors that systemd passed at the start: the listening socket, and those in its fd
/// store.
public struct InheritedDescriptors: ~Copyable, Sendable {
  /// The `FileDescriptorName=` of the listening socket.
  static let listenerName = "varlink"
  /// The name in the fd store of the socket that receives udev events.
  static let eventsName = "udev"

  /// All inherited descriptors, including the listening socket.
  private var stored: [(name: String, number: CInt)]

  /// Adopts them all and sets close-on-exec. `first` is the number of the first one.
  public init(_ environment: ServiceEnvironment, process: pid_t = getpid(), from first: CInt = 3) throws(DaemonError) {
    let names = try converting(DaemonError.supervision) { () throws(SupervisionError) in
      try environment.inheritedNames(for: process)
    }
    var all = zip(names, first...).map { (name: $0, number: $1) }
    for (_, number) in all {
      try daemonCall("inherit", "descriptor \(number)") { fcntl(number, F_SETFD, FD_CLOEXEC) }
    }
    let count = all.count { $0.name == Self.listenerName }
    if count > 1 { throw .ambiguous(name: Self.listenerName, count: count) }
    // A socket unit without `FileDescriptorName=` passes its socket under the name of the unit.
    if all.count == 1, isListening(all[0].number) { all[0].name = Self.listenerName }
    stored = all
  }

  /// Adopts stored descriptors, without a listening socket.
  init(stored: [(name: String, number: CInt)] = []) { self.stored = stored }

  deinit { for (_, number) in stored { close(number) } }

  /// The names in systemd's fd store, in its order.
  public var storedNames: [String] { stored.map(\.name).filter { $0 != Self.listenerName } }

  /// The listening socket; nil the second time.
  public mutating func takeListener() -> Descriptor? { take(Self.listenerName) }

  /// The socket of udev events; nil the second time.
  public mutating func takeEvents() -> Descriptor? { take(Self.eventsName) }

  /// The next descriptor stored under a name.
  public mutating func take(_ name: String) -> Descriptor? {
    guard let index = stored.firstIndex(where: { $0.name == name }) else { return nil }
    return Descriptor(owning: stored.remove(at: index).number)
  }
}

private func isListening(_ number: CInt) -> Bool {
  var answer: CInt = 0
  var length = socklen_t(MemoryLayout<CInt>.size)
  return getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &answer, &length) == 0 && answer == 1
}

extension ServiceEnvironment {
  private static let mostDescriptors = 65_536

  func inheritedNames(for process: pid_t) throws(SupervisionError) -> [String] {
    let expected = "a number from 0 to \(Self.mostDescriptors)"
    guard try isMeant("LISTEN_PID", for: process) == true,
      let count = try number("LISTEN_FDS", in: 0...Self.mostDescriptors, expected)
    else { return [] }
    guard let text = self["LISTEN_FDNAMES"] else { return Array(repeating: "unknown", count: count) }
    let names = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard names.count == count else {
      throw .unusable(variable: "LISTEN_FDNAMES", value: text, expected: "\(count) names")
    }
    return names
  }
}
