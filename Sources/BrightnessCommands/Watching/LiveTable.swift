import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Commands
import Glibc
import Synchronization

struct LiveTable: Sendable {
  var overview = Overview(lights: [], sessions: [])
  /// Which light a bar shows.
  var choice = ChosenLight()
  /// Why the overview is out of date.
  var interruption: String?

  /// The light that a bar shows; nil while none has a level.
  var chosen: Light? { choice.light(among: overview.lights) }

  mutating func apply(_ change: LightsInterface.Watch.Reply) {
    interruption = nil
    choice.apply(change)
    let index = overview.lights.firstIndex { $0.id == change.light.id }
    switch (index, change.cause) {
    case (let index?, .removed): overview.lights.remove(at: index)
    case (nil, .removed): break
    case (let index?, _): overview.lights[index] = change.light
    case (nil, _): overview.lights.append(change.light)
    }
  }

  func lines(on screen: Screen, _ names: Names) -> [String] {
    overview.lines(on: screen, names)
      + [interruption].compactMap { $0?.cut(to: screen.columns ?? .max, mark: screen.ellipsis) }
  }
}

extension LiveScreen: LiveDisplay {
  func show(_ picture: LiveTable) throws(Failure) {
    try draw { picture.lines(on: $0, .ofSystem) }
  }
}

/// The sessions of the live table. Their changes are reported apart from those of lights: a hold
/// changes no light if it is outranked or suspended, or if the light shows its level already.
final class SessionsWatch {
  private let daemon: DaemonAddress
  private let report: @Sendable (WatchEvent) -> Void
  private let unread = UnreadChange()
  private var watch: Task<Void, any Error>?
  private var repetition: Task<Void, any Error>?

  init(of daemon: DaemonAddress, _ report: @escaping @Sendable (WatchEvent) -> Void) {
    self.daemon = daemon
    self.report = report
  }

  deinit {
    watch?.cancel()
    repetition?.cancel()
  }

  /// Reports changes until the connection ends. Changes before the next list are reported as one,
  /// so that a client that keeps changing its scenes does not fill the queue.
  func reportChanges() {
    watch?.cancel()
    watch = Task(executorPreference: daemon.loop) { [daemon, report, unread] in
      for try await _ in try daemon.connect().sessions.watch() where !unread.exists.exchange(true, ordering: .relaxed) {
        report(.sessionsChanged)
      }
    }
  }

  /// Reads the sessions; nil if the daemon does not answer. `brightness hold` begins its hold
  /// before its command, and no event reports the command's start: so if a hold may still start
  /// one, the sessions are read `again` a second later, once.
  func read(again: Bool = true) async -> [Session]? {
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

/// Whether there is a change that was reported but not listed yet.
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
