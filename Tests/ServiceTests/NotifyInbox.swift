import HardwareTesting
import Programs
import Testing

@testable import Service

/// The socket on which a service manager receives notifications.
struct NotifyInbox: ~Copyable {
  let environment: ServiceEnvironment
  let path: String
  private let socket: NotifySocket
  private let folder: TemporaryFolder

  /// Binds a path or an abstract address.
  init(isAbstract: Bool = false) throws {
    let folder = try TemporaryFolder()
    let path = isAbstract ? "@\(folder.path)" : "\(folder.path)/notify"
    let socket = try NotifySocket(at: path)
    environment = ServiceEnvironment(["NOTIFY_SOCKET": path])
    self.path = path
    self.socket = socket
    self.folder = folder
  }

  /// The next message; nil if there is none.
  func next() -> String? { socket.nextIfAny()?.text }

  /// The next message with its descriptor.
  func nextWithDescriptor() throws -> (text: String, number: CInt) {
    let (text, number) = try socket.next()
    return (text, try #require(number))
  }
}
