import EventLoop
import Glibc

/// The descriptors that systemd handed over at the start: the socket that listens, and those that it kept.
public struct InheritedDescriptors: ~Copyable, Sendable {
  /// The name under which the socket unit hands over what listens.
  static let listenerName = "varlink"
  /// The same for where udevd is heard.
  static let eventsName = "udev"

  private var listener: CInt?
  private var stored: [(name: String, number: CInt)]

  /// Takes them all over, closed on exec. `first` is the number of the first one.
  public init(
    _ environment: ServiceEnvironment,
    process: pid_t = getpid(),
    from first: CInt = 3
  ) throws(DaemonError) {
    let names = try environment.inheritedNames(for: process)
    let all = zip(names, first...).map { (name: $0, number: $1) }
    for (_, number) in all {
      try daemonCall("inherit", "descriptor \(number)") { fcntl(number, F_SETFD, FD_CLOEXEC) }
    }
    let listeners = all.filter { $0.name == Self.listenerName }
    if listeners.count > 1 { throw .ambiguous(name: Self.listenerName, count: listeners.count) }
    // A socket unit that names nothing hands over its socket alone, under a name of its own.
    let only = all.count == 1 && isListening(all[0].number) ? all.first : nil
    listener = (listeners.first ?? only)?.number
    stored = all.filter { [listener] in $0.number != listener }
  }

  /// Takes over what was kept, and nothing that listens.
  init(stored: [(name: String, number: CInt)] = []) {
    self.stored = stored
  }

  deinit {
    if let listener { close(listener) }
    for (_, number) in stored { close(number) }
  }

  /// The names of what systemd kept, in its order.
  public var storedNames: [String] { stored.map(\.name) }

  /// The socket that listens, once.
  public mutating func takeListener() -> Descriptor? {
    listener.take().map { Descriptor(owning: $0) }
  }

  /// The socket on which udevd is heard, once.
  public mutating func takeEvents() -> Descriptor? { take(Self.eventsName) }

  /// The first that was kept under a name, once.
  public mutating func take(_ name: String) -> Descriptor? {
    guard let index = stored.firstIndex(where: { $0.name == name }) else { return nil }
    return Descriptor(owning: stored.remove(at: index).number)
  }
}

extension ServiceEnvironment {
  private static let mostDescriptors = 65_536

  /// A name for each descriptor that is meant for this process.
  func inheritedNames(for process: pid_t) throws(DaemonError) -> [String] {
    guard try isMeant("LISTEN_PID", for: process) == true, let value = self["LISTEN_FDS"] else { return [] }
    guard let count = Int(value), 0...Self.mostDescriptors ~= count else {
      throw .unusable(variable: "LISTEN_FDS", value: value, expected: "a number from 0 to \(Self.mostDescriptors)")
    }
    guard let text = self["LISTEN_FDNAMES"] else { return Array(repeating: "unknown", count: count) }
    let names = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard names.count == count else {
      throw .unusable(variable: "LISTEN_FDNAMES", value: text, expected: "\(count) names")
    }
    return names
  }
}

private func isListening(_ number: CInt) -> Bool {
  var answer: CInt = 0
  var length = socklen_t(MemoryLayout<CInt>.size)
  return getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &answer, &length) == 0 && answer == 1
}
