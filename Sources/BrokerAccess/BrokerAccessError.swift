import BrightnessEventLoop

/// Why a broker cannot be used as it is configured; the wording of every case is in `description`.
package enum BrokerAccessError: Error, Hashable, CustomStringConvertible {
  /// The key of a certificate is missing.
  case noKey(certificate: String)
  case unusableSecret(String)
  case system(SystemError)

  package var description: String {
    switch self {
    case .noKey(let certificate):
      "cannot use '\(certificate)': neither KeyFile= nor a credential 'mqtt.key' has its key"
    case .unusableSecret(let path):
      "cannot read '\(path)': expected at most \(Credentials.longest.inBytes) of text in UTF-8"
    case .system(let error): "\(error)"
    }
  }
}
