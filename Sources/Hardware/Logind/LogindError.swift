import BrightnessEventLoop

public enum LogindError: Error, Hashable, CustomStringConvertible {
  /// The user has no session on the light's seat, or not the active one.
  case refused(String)
  case noDevice(String)
  /// The write failed, or logind did not answer.
  case failed(String)
  case absent(String)
  case noLibrary(String)

  /// Classifies a bus error by its name; its message is for users only.
  init(_ name: String, _ message: String) {
    switch name {
    case "org.freedesktop.login1.NotYourDevice", "org.freedesktop.login1.NoSuchSession",
      "org.freedesktop.login1.NoSessionForPID", "org.freedesktop.DBus.Error.AccessDenied",
      "org.freedesktop.DBus.Error.UnknownObject":
      self = .refused(message)
    case "System.Error.ENODEV", "System.Error.ENXIO", "org.freedesktop.DBus.Error.FileNotFound":
      self = .noDevice(message)
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
      self = .absent(message)
    case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      self = .absent(message)
    default:
      self = .failed(message)
    }
  }

  /// Whether the driver may have received the level.
  var mayHaveWritten: Bool {
    if case .failed = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .refused(let message), .noDevice(let message), .failed(let message):
      "logind says \(message.quotedInShort)"
    case .absent(let reason): "logind cannot be asked: \(reason.inOneLine(atMost: 200))"
    case .noLibrary(let reason): "logind cannot be asked without libsystemd: \(reason.inOneLine(atMost: 200))"
    }
  }
}
