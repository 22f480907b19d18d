/// Why the bridge does not start; the wording of every case is in `description`.
enum BridgeError: Error, Hashable, CustomStringConvertible {
  /// The configuration has errors, which are logged.
  case configuration

  var description: String {
    switch self {
    case .configuration: "cannot start: the configuration has errors"
    }
  }
}
