/// A seat with terminals as logind keeps it, and its file. Users are numbers in `User.all`.
///
/// The file lists a user too long: `session_finalize()` saves the seat before `session_free()`
/// takes the session off the seat's list, and nothing saves the seat after that until a session
/// begins or becomes active (systemd 252 and 257, src/login/logind-session.c and logind-seat.c).
struct SimulatedSeat {
  private struct Session: Equatable {
    let number: Int
    let user: Int
  }

  private var sessions: [Session] = []
  private var active: Session?
  private var begun = 0
  /// The users in the file.
  private(set) var listed: [Int] = []

  /// The user in the file whose session is active.
  var activeUser: Int? { active?.user }

  var text: String {
    let active = active.map { "ACTIVE=\($0.number)\nACTIVE_UID=\(User.all[$0.user].number)\n" } ?? ""
    let users = listed.map { "\(User.all[$0].number)" }.joined(separator: " ")
    return "IS_SEAT0=1\n\(active)\(listed.isEmpty ? "" : "UIDS=\(users)\n")"
  }

  mutating func take(_ change: SeatChange) {
    switch change {
    case .logIn(let user):
      begun += 1
      let session = Session(number: begun, user: user)
      sessions.insert(session, at: 0)
      active = session
      save()
    case .logOut(let user):
      guard let ended = sessions.first(where: { $0.user == user }) else { return }
      if active == ended { active = nil }
      save()
      sessions.removeAll { $0 == ended }
    case .show(let user):
      let shown = sessions.first { $0.user == user }
      if shown == active { return }
      active = shown
      save()
    }
  }

  private mutating func save() { listed = sessions.map(\.user) }
}
