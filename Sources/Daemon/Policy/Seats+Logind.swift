import Glibc

extension Seats {
  /// Where logind keeps who is active on the machine's first seat.
  public static let firstSeat = "/run/systemd/seats/seat0"

  /// Whoever logind says is active on the machine's first seat, to which its lights belong, in the file that it keeps of it.
  ///
  /// The file is read whenever somebody asks: nothing has to be followed, and who has left the seat changes nothing any more.
  public static func logind(_ seat: String = firstSeat) -> Seats {
    Seats { activeUser(in: seat).map { [$0] } ?? [] }
  }

  private static func activeUser(in path: String) -> uid_t? {
    guard case .success(let text)? = ConfigurationFile(reading: path)?.content else { return nil }
    for placed in ConfigurationText(text) {
      if case .assignment("ACTIVE_UID", let value) = placed.part { return uid_t(value) }
    }
    return nil
  }
}
