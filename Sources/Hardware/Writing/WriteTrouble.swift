import EventLoop
import Glibc

/// What it means for a light that it could not be written or read.
enum WriteTrouble: Hashable, Sendable, CaseIterable {
  /// The hardware is busy, asleep or in a bad mood; nothing says that it is for good.
  case passing
  /// The rights to the file may be on their way: udev gives them after the kernel has made the device.
  case forbidden
  /// The level is none of the light's, whose range may have changed.
  case outgrown
  /// The device is gone or about to go.
  case gone
  /// The files are mounted read-only, as in a container, or the level would cost what could not be given back.
  case hopeless
  /// The session for which logind would write is not at the seat now; it comes back without an event of the light.
  case away

  init(_ error: LightError) {
    switch error {
    case _ where error.isGone: self = .gone
    case .refused(let refusal): self.init(refusal.code)
    case _ where error.isForSession: self = .away
    case .byLogind(_, .noLibrary), .beyondLogind: self = .forbidden
    case .wouldEndTrigger: self = .hopeless
    default: self = .passing
    }
  }

  private init(_ code: ErrorCode) {
    switch code.rawValue {
    case EACCES, EPERM: self = .forbidden
    case EINVAL, ERANGE: self = .outgrown
    case EROFS: self = .hopeless
    default: self = .passing
    }
  }
}
