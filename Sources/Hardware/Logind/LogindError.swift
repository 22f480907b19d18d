import EventLoop
import Glibc

/// Why logind did not write a light; the wording of every case is in `description`.
public enum LogindError: Error, Hashable {
  /// The user has no session at the light's seat, or another one is active there.
  case refused(String)
  /// It finds no such device.
  case noDevice(String)
  /// It tried in vain, or has not said what became of it.
  case failed(String)
  /// The bus, or logind on it, is not there.
  case absent(String)
  /// The library by which it is asked is not there.
  case noLibrary(String)

  /// What an error of the bus is, by its name; what it says besides is meant for people.
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

  /// Whether the driver may have seen the level.
  var mayHaveWritten: Bool {
    if case .failed = self { true } else { false }
  }
}

extension LogindError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let message), .noDevice(let message), .failed(let message):
      "logind says \(message.quotedInShort)"
    case .absent(let reason): "logind cannot be asked: \(reason.inOneLine(atMost: 200))"
    case .noLibrary(let reason): "logind cannot be asked without libsystemd: \(reason.inOneLine(atMost: 200))"
    }
  }
}
