import BrightnessEventLoop
import Service

/// Why the bridge does not start; the wording of every case is in `description`.
enum BridgeError: Error, Hashable, CustomStringConvertible {
  /// The configuration has errors, which are logged.
  case configuration
  /// The key of the device's certificate is missing.
  case noKey(certificate: String)
  case unusableSecret(String)
  case system(SystemError)

  var description: String {
    switch self {
    case .configuration: "cannot start: the configuration has errors"
    case .noKey(let certificate): "cannot use '\(certificate)': there is no credential 'mqtt.key' with its key"
    case .unusableSecret(let path):
      "cannot read '\(path)': expected at most \(Credentials.longest.inBytes) of text in UTF-8"
    case .system(let error): "\(error)"
    }
  }
}
