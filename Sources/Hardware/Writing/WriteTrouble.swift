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
  /// The files are mounted read-only, as in a container.
  case readOnly

  init(_ error: LightError) {
    guard case .refused(let refusal) = error else {
      self = .passing
      return
    }
    switch refusal.code.rawValue {
    case _ where error.isGone: self = .gone
    case EACCES, EPERM: self = .forbidden
    case EINVAL, ERANGE: self = .outgrown
    case EROFS: self = .readOnly
    default: self = .passing
    }
  }
}
