import MQTT

/// Whether the bridge is connected.
enum BridgeStatus: Equatable, Sendable {
  case connected(host: String)
  case failed(host: String, MQTTError, retryWithin: Duration)

  /// For people who do not wait for the next attempt.
  var line: String {
    switch self {
    case .connected(let host): "connected to '\(host)'"
    case .failed(let host, let error, _): "cannot use the broker '\(host)': \(error)"
    }
  }

  /// What `systemctl status` shows.
  var text: String {
    switch self {
    case .connected: line
    case .failed(_, _, let delay): "\(line); next attempt within \(Int((delay / .seconds(1)).rounded(.up))) s"
    }
  }
}
