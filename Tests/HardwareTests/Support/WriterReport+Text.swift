import BrightnessModel
import Hardware

extension WriterReport {
  var text: String {
    switch self {
    case .wrote(let raw, let shown): raw == shown ? "wrote \(raw)" : "wrote \(raw), shows \(shown)"
    case .refused(let error, let retryTrigger): "\(retryTrigger): \(error)"
    case .unrecorded(let error): "unrecorded: \(error)"
    case .uncleared(let error): "uncleared: \(error)"
    default: "\(self)"
    }
  }
}

extension WriterReport {
  /// The trigger of the next try after a refusal.
  var retryTrigger: RetryTrigger? {
    guard case .refused(_, let retryTrigger) = self else { return nil }
    return retryTrigger
  }
}
