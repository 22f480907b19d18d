import EventLoop
import Glibc

/// The systemd that started this service and wants to hear how it goes.
public final class ServiceManager: Sendable {
  private static let flags = CInt(MSG_NOSIGNAL | MSG_DONTWAIT)

  private let address: UnixAddress
  private let socket: Descriptor

  /// Nil where nobody wants to hear.
  public init?(_ environment: ServiceEnvironment) throws(DaemonError) {
    guard let value = environment["NOTIFY_SOCKET"] else { return nil }
    guard value.hasPrefix("/") || value.hasPrefix("@"), let address = UnixAddress(value) else {
      throw .unusable(variable: "NOTIFY_SOCKET", value: value, expected: "an absolute path or an @name of a socket")
    }
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(owning: try daemonCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    let number = socket.number
    _ = try address.withKernelForm { (name, length) throws(DaemonError) in
      try daemonCall("notify", address.path) { connect(number, name, length) }
    }
    self.address = address
    self.socket = socket
  }

  /// Tells all this in one message. Does not wait: where systemd is behind with reading, that is an error.
  public func tell(_ notices: ServiceNotice...) throws(DaemonError) {
    let bytes = Array(notices.map(\.text).joined(separator: "\n").utf8)
    try daemonCall("notify", address.path) { Glibc.send(socket.number, bytes, bytes.count, Self.flags) }
  }

  /// Has systemd keep a descriptor until the next start, or until the other end closes it.
  public func store(_ descriptor: borrowing Descriptor, as name: DescriptorName) throws(DaemonError) {
    let text = ServiceNotice.storeDescriptor(name).text
    let number = descriptor.number
    try daemonCall("notify", address.path) { send(text, with: number) }
  }

  /// Where systemd keeps descriptors for the next start; nil where it says of none that it would.
  public func descriptorStore(_ environment: ServiceEnvironment) throws(DaemonError) -> DescriptorStore? {
    guard let value = environment["FDSTORE"] else { return nil }
    guard let most = Int(value), most >= 0 else {
      throw .unusable(variable: "FDSTORE", value: value, expected: "a number of descriptors")
    }
    return most == 0 ? nil : descriptors
  }

  private var descriptors: DescriptorStore {
    DescriptorStore(
      store: { [self] descriptor, name throws(DaemonError) in try store(descriptor, as: name) },
      remove: { [self] name throws(DaemonError) in try tell(.removeDescriptor(name)) }
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

/// Whoever keeps descriptors for the next start.
public struct DescriptorStore: Sendable {
  let store: @Sendable (borrowing Descriptor, DescriptorName) throws(DaemonError) -> Void
  let remove: @Sendable (DescriptorName) throws(DaemonError) -> Void

  /// A store that is asked by these.
  public init(
    store: @escaping @Sendable (borrowing Descriptor, DescriptorName) throws(DaemonError) -> Void,
    remove: @escaping @Sendable (DescriptorName) throws(DaemonError) -> Void
  ) {
    (self.store, self.remove) = (store, remove)
  }
}

/// A descriptor as sendmsg(2) takes it: a control message, padded to whole words.
private struct AttachedDescriptor {
  private var length = MemoryLayout<cmsghdr>.size + MemoryLayout<CInt>.size
  private var level = SOL_SOCKET
  private var type = CInt(SCM_RIGHTS)
  private var number: CInt
  private var padding: CInt = 0

  init(_ number: CInt) {
    self.number = number
  }
}
