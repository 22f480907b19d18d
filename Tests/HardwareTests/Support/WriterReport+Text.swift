import Hardware
import Model

extension WriterReport {
  var text: String {
    switch self {
    case .wrote(let raw, let shown): raw == shown ? "wrote \(raw)" : "wrote \(raw), shows \(shown)"
    case .attempted: "attempted"
    case .recorded: "recorded"
    case .woke(let level): "woke at \(level)"
    case .displaced(let level): "displaced to \(level)"
    case .measured(let maximum, let level): "measured \(level) of \(maximum)"
    case .found(let level): "found \(level)"
    case .moved(let level, let source): "moved to \(level) by \(source.rawValue)"
    case .refused(let error, let retryTrigger): "\(retryTrigger): \(error)"
    case .unrecorded(let error): "unrecorded: \(error)"
    case .restoredBySystem(let level): "restored by the system to \(level)"
    case .uncleared(let error): "uncleared: \(error)"
    case .hangs: "hangs"
    case .answers: "answers"
    case .outOfRange: "outOfRange"
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
