import Brightness
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink

/// A connected client, and the process behind it.
final class Client {
  let connection: Connection
  let peer: Peer
  /// From the first scene on, a session ends with its process, even if another process still has
  /// the socket.
  private var process: Box<WatchedDescriptor>?

  init(_ connection: Connection, _ peer: Peer) {
    self.connection = connection
    self.peer = peer
  }

  /// Watches the process; `ended` is called on the loop. Returns false if the connection has ended,
  /// and throws if the process has exited already or its end could not be noticed.
  func watchProcess(on loop: EventLoop, ended: @escaping @Sendable () -> Void) throws -> Bool {
    if process != nil { return true }
    guard let descriptor = try connection.peerProcess() else { return false }
    process = Box(try loop.watch(descriptor, for: .readable) { _ in ended() })
    return true
  }

  func stopWatchingProcess() { process = nil }

  /// Whether the process is known to have ended. A process that is not watched is not.
  var hasProcessEnded: Bool { process?.value.descriptor.isReadable == true }
}

extension SessionID {
  init(_ connection: Connection) { self.init(Int(connection.id.rawValue)) }
}

extension ConnectionID {
  init(_ session: SessionID) { self.init(rawValue: UInt64(session.number)) }
}
