import EventLoop
import Glibc

/// Accepts connections, and waits where the system has no descriptor to spare.
final class Listener {
  /// How many connections one readiness may bring.
  static let connectionsPerTurn = 16

  private let calls: SocketCalls
  private let socket: WatchedDescriptor
  private let file: SocketFile?
  private(set) var isPaused = false

  init(
    _ socket: consuming Descriptor,
    _ file: consuming SocketFile?,
    on loop: EventLoop,
    calls: SocketCalls,
    _ receive: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    self.calls = calls
    self.file = file
    self.socket = try loop.watch(socket, for: .readable, receive)
  }

  /// Hands those who have come to `admit`, and gives back the trouble that made it pause, if one did.
  func acceptWaiting(_ admit: (consuming Descriptor) -> Void) -> SystemError? {
    for _ in 0..<Self.connectionsPerTurn where !isPaused {
      do {
        guard let connection = try calls.accept(socket.descriptor) else { return nil }
        admit(connection)
      } catch {
        if Self.concernsOnePeer(error) { continue }
        pause()
        return error
      }
    }
    return nil
  }

  /// Waits for nothing: whoever waits to be accepted would be reported again and again.
  func pause() {
    isPaused = true
    // A watch that waits for nothing asks the kernel for nothing that it could refuse.
    try? socket.wait(for: [])
  }

  /// Whether it accepts again; where the kernel cannot watch the socket now, a later try may do.
  func resume() -> Bool {
    isPaused = (try? socket.wait(for: .readable)) == nil
    return !isPaused
  }

  /// Whether somebody who came has gone again, or may not come, which is no trouble of the listener's.
  private static func concernsOnePeer(_ error: SystemError) -> Bool {
    [ECONNABORTED, EPROTO, EPERM].contains(error.code.rawValue)
  }
}

/// What a server asks the kernel about those who come.
struct SocketCalls: Sendable {
  /// As accept(2): nil if nobody waits.
  var accept: @Sendable (borrowing Descriptor) throws(SystemError) -> Descriptor?
  var identify: @Sendable (borrowing Descriptor) throws(SystemError) -> PeerCredentials

  static let kernel = SocketCalls(
    accept: { (socket) throws(SystemError) in try socket.accept() },
    identify: { (socket) throws(SystemError) in try PeerCredentials(of: socket) }
  )
}
