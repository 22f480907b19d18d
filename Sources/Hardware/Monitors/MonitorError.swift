import DDC
import StateFiles

/// Errors of an external monitor. `LightError` adds the name of the light.
public enum MonitorError: Error, Hashable, CustomStringConvertible {
  /// It was not read or not written.
  case unreachable(LinkError)
  /// It received the level, but does not show it.
  case notConfirmed(wanted: Int, shown: Int)
  /// It reports another range each time.
  case unsteady
  /// Programs have used up the budget of writes to it, because its memory wears out.
  case overBudget
  /// The machine crashed during the first contact with a monitor of this model.
  case notContacted
  /// The mark of a first contact could not be read or written, so no message was sent.
  case unmarked(StateFileError)

  /// Whether the monitor is not at its connector any more.
  var isGone: Bool {
    guard case .unreachable(.failed(let fault)) = self else { return false }
    return [.hasNoMonitor, .isAnotherMonitor].contains(fault.kind)
  }

  /// Whether the monitor may have received the level.
  var mayHaveWritten: Bool {
    switch self {
    case .unreachable(.failed(let fault)): fault.kind == .isRefused
    case .unreachable(let error): [.isClosed, .isLate, .isNoReply].contains(error)
    case .notConfirmed, .unsteady: true
    case .overBudget, .notContacted, .unmarked: false
    }
  }

  public var description: String {
    switch self {
    case .unreachable(let error): "\(error)"
    case .notContacted: "the machine crashed at the first message to it; allow it with 'brightness doctor --allow'"
    case .notConfirmed(let wanted, let shown): "written, not confirmed: it shows \(shown) and not \(wanted)"
    case .overBudget: "programs have written it too often, and it is written later"
    case .unsteady: "it says another range each time"
    case .unmarked(let error): "\(error)"
    }
  }
}
