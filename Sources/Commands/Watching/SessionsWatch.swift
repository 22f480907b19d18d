import ControlAPI
import EventLoop
import Synchronization
import Varlink

/// The sessions of the live table. Their changes are reported apart from those of lights: a hold whose claims are outranked, suspended, or
/// for the level that is shown anyway changes no light.
final class SessionsWatch {
  private let daemon: DaemonAddress
  private let report: @Sendable (WatchEvent) -> Void
  private let unread = UnreadChange()
  private var watch: Task<Void, any Error>?
  private var repetition: Task<Void, any Error>?

  init(of daemon: DaemonAddress, _ report: @escaping @Sendable (WatchEvent) -> Void) {
    (self.daemon, self.report) = (daemon, report)
  }

  deinit {
    watch?.cancel()
    repetition?.cancel()
  }

  /// Reports changes until the connection ends; those before the next list as one, so that a client that changes its scenes all the time
  /// does not fill the queue.
  func begin() {
    watch?.cancel()
    watch = Task(executorPreference: daemon.loop) { [daemon, report, unread] in
      for try await _ in try daemon.connect().sessions.watch() where !unread.exists.exchange(true, ordering: .relaxed) {
        report(.sessionsChanged)
      }
    }
  }

  /// Lists the sessions; nil if the daemon does not answer. `brightness hold` begins its hold before its command, and no event reports the
  /// command's start: while a hold may still get one, a second later it is time to list them `again`, once.
  func list(again: Bool = true) async -> [Session]? {
    unread.exists.store(false, ordering: .relaxed)
    let sessions = try? await daemon.connect().allSessions()
    repetition?.cancel()
    let holders = (sessions ?? []).filter { !$0.scenes.isEmpty }.compactMap(\.pid)
    if again, holders.contains(where: Names.ofSystem.isWithoutCommand) {
      repetition = Task(executorPreference: daemon.loop) { [daemon, report] in
        try await daemon.loop.sleep(until: .now.advanced(by: .seconds(1)))
        report(.commandMayRun)
      }
    }
    return sessions
  }
}

/// Whether a change was reported and not listed yet.
private final class UnreadChange: Sendable {
  let exists = Atomic(false)
}

extension Names {
  /// Whether a process is this client, without a command or about to start it.
  func isWithoutCommand(_ process: Int) -> Bool {
    guard ofProcess(process) == Grammar.program else { return false }
    return relatives(process).child.flatMap(ofProcess).map { $0 == Grammar.program } ?? true
  }
}
