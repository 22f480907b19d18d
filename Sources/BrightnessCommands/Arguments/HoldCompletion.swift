import BrightnessControl
import BrightnessEventLoop
import Commands

extension Completion {
  /// The holds of the daemon; none if it does not answer.
  static func holds(on daemon: DaemonAddress) async -> [Candidate] {
    guard let sessions = try? await daemon.connect().allSessions() else { return [] }
    return holds(sessions, .ofSystem)
  }

  /// The names that only one session uses, and the numbers of all sessions with scenes.
  static func holds(_ sessions: [Session], _ names: Names) -> [Candidate] {
    let sessions = sessions.filter { !$0.scenes.isEmpty }
    let named = sessions.flatMap { session in
      Set(session.scenes.compactMap(\.name)).sorted().map { (name: $0, session: session) }
    }
    let known = named.filter { hold in
      hold.name.isPlainWord && Int(hold.name) == nil && named.count { $0.name == hold.name } == 1
    }
    return known.map { ($0.name, $0.session.holder(names)) } + sessions.map { ("\($0.id)", $0.holder(names)) }
  }
}

extension String {
  /// Whether a shell reads the text as one word without quotes.
  fileprivate var isPlainWord: Bool {
    !isEmpty && !hasPrefix("-") && allSatisfy { $0.isLetter || $0.isNumber || "-_.+:@%".contains($0) }
  }
}
