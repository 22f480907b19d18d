import BrightnessEventLoop
import BrightnessModel
import Glibc
import Service

/// logind's state file of a seat. We read the file because a D-Bus call could block, and a right
/// must not depend on that.
public struct SeatFile: Hashable, Sendable {
  let name: String
  /// A folder that always exists, from which the file is watched.
  let folder: String

  /// The file of the first seat, to which the machine's lights belong.
  public init(_ name: String = "systemd/seats/seat0", in folder: String = "/run") {
    self.name = name
    self.folder = folder
  }

  /// Reads the seat. It is unknown if there is no file, or if logind cannot have written it. Throws
  /// if the file cannot be read now, for example for lack of a descriptor: that does not mean that
  /// no user is at the seat.
  func read() throws(ConfigurationFile.Flaw) -> Seat {
    let text: String
    switch ConfigurationFile(reading: "\(folder)/\(name)")?.content {
    case .success(let content)?: text = content
    case .failure(.refused(let code))?: throw .refused(code)
    case .failure?, nil: return Seat()
    }
    var active: uid_t?
    var users: Set<uid_t> = []
    for placed in ConfigurationText(text).parts {
      switch placed.part {
      case .assignment("ACTIVE_UID", let value): active = uid_t(value)
      case .assignment("UIDS", let value): users = Set(value.split(separator: " ").compactMap { uid_t($0) })
      default: break
      }
    }
    return Seat(active: active, users: users)
  }
}
