import ControlAPI
import EventLoop
import Glibc
import Varlink

/// Where the daemon is, and the loop on which it is talked to.
struct DaemonAddress: Sendable {
  /// The variable of the environment that names the socket.
  static let variable = "BRIGHTNESSD_SOCKET"

  let socket: String
  let loop: EventLoop
  /// How long a daemon that is not there, or has sent us away, is left in peace where nothing tells of it.
  var patience = Duration.seconds(1)

  /// The socket that the command line names, or else the environment, or else the usual one.
  init(_ named: String?, _ variable: (String) -> String?, on loop: EventLoop) {
    socket = named ?? variable(Self.variable).flatMap { $0.isEmpty ? nil : $0 } ?? ControlClient.usualSocket
    self.loop = loop
  }

  /// A connection of its own, which is a session.
  func connect() throws(Failure) -> ControlClient {
    do throws(VarlinkError) {
      return ControlClient(try VarlinkClient(connectingTo: address, on: loop))
    } catch {
      throw Failure(status: .unreachable, reason: "\(error)", hint: hint(error))
    }
  }

  /// Other than the wire's addresses, a path need not begin with a sign.
  private var address: String {
    socket.utf8.first.map("/.@".utf8.contains) != false || socket.hasPrefix("unix:") ? socket : "./\(socket)"
  }

  /// The file that stands for the socket; nil where it has a name only.
  var file: String? {
    let path = address.hasPrefix("unix:") ? String(address.dropFirst("unix:".count)) : address
    return path.hasPrefix("@") ? nil : path
  }

  private func hint(_ error: VarlinkError) -> String? {
    guard case .refused(let error) = error, [ENOENT, ECONNREFUSED].contains(error.code.rawValue) else { return nil }
    if socket == ControlClient.usualSocket { return "start it with `systemctl start brightnessd`" }
    return "start it with `brightnessd --socket \(socket)`"
  }
}
