import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink

/// Where the daemon listens.
struct DaemonSocket: Sendable {
  let path: String
  let loop: EventLoop

  /// Time for the reply to a call; longer than a slow monitor takes.
  static let patience = Duration.seconds(15)
  /// Time between attempts when no event reports that the daemon is back.
  static let retryDelay = Duration.seconds(1)

  /// Opens a connection, which is a session of its own. `longer` is time that the call takes by
  /// itself.
  func connect(longer: Duration = .zero) throws(VarlinkError) -> ControlClient {
    var limits = WireLimits.ofClient
    limits.silence = Self.patience + longer
    return ControlClient(try VarlinkClient(connectingTo: path, on: loop, limits: limits))
  }

  /// Waits for the daemon, and connects as soon as its socket is there; nil if the task is
  /// cancelled. Without `atOnce` the first attempt waits, too, because the daemon has just closed a
  /// connection and may do so again.
  func connectPatiently(atOnce: Bool) async -> ControlClient? {
    await BrightnessVarlink.connectPatiently(
      to: path,
      on: loop,
      atOnce: atOnce,
      retryingAfter: Self.retryDelay
    ) { () throws(VarlinkError) in try connect() }
  }
}
