import Brightness
import Glibc

/// The file that logind keeps of a seat.
public struct SeatFile: Hashable, Sendable {
  let name: String
  /// A folder that is there in any case.
  let folder: String

  /// That of the machine's first seat, to which its lights belong, or another one.
  public init(_ name: String = "systemd/seats/seat0", in folder: String = "/run") {
    (self.name, self.folder) = (name, folder)
  }

  /// Who is there; nobody is known to be where there is no file, or one that cannot be read.
  func read() -> Seat {
    guard case .success(let text)? = ConfigurationFile(reading: "\(folder)/\(name)")?.content else { return Seat() }
    var active: uid_t?
    var users: Set<uid_t> = []
    for placed in ConfigurationText(text) {
      switch placed.part {
      case .assignment("ACTIVE_UID", let value): active = uid_t(value)
      case .assignment("UIDS", let value): users = Set(value.split(separator: " ").compactMap { uid_t($0) })
      default: break
      }
    }
    return Seat(active: active, users: users)
  }
}
