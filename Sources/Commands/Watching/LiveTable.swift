import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
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

/// The alternate screen of the terminal. `WatchVerb` opens it, and closes it however the watch
/// ends.
package final class LiveScreen: LiveDisplay {
  /// The signals of the terminal that `handle` takes.
  package static let signals = [SIGWINCH, SIGTSTP, SIGCONT]

  private var shown: [String] = []
  private var isOpen = false
  /// The terminal's settings before the screen was opened.
  private var settings: termios?
  /// The last line, which says how to leave.
  private let hint: String?

  package init(hint: String?) { self.hint = hint }

  /// Switches to the alternate screen, without a cursor and without echo; keys arrive one by one.
  package func open() throws(Failure) {
    guard !isOpen else { return }
    isOpen = true
    var silent = termios()
    if tcgetattr(STDOUT_FILENO, &silent) == 0 {
      settings = silent
      silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
      tcsetattr(STDOUT_FILENO, TCSADRAIN, &silent)
    }
    try Console.write("\u{1B}[?1049h\u{1B}[?25l")
    shown = []
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    try? Console.write("\u{1B}[?25h\u{1B}[?1049l")
    if var settings { tcsetattr(STDOUT_FILENO, TCSADRAIN, &settings) }
  }

  /// Handles a signal of the terminal; while the program is stopped, the screen is closed.
  package func handle(_ signal: Signal) throws(Failure) {
    if signal.number == SIGTSTP {
      close()
      kill(getpid(), SIGSTOP)
    }
    try open()
    // After a change of its size, the terminal no longer shows these lines.
    shown = []
  }

  func show(_ picture: LiveTable) throws(Failure) {
    try draw { picture.lines(on: $0, .ofSystem) }
  }

  /// Draws the lines that fit, if they have changed.
  package func draw(_ lines: (Screen) -> [String]) throws(Failure) {
    let size = Screen.size(of: STDOUT_FILENO)
    var screen = Console.screen
    screen.columns = size?.columns ?? screen.columns
    let rows = max(size?.rows ?? 24, 1)
    let last = rows > 1 ? hint.map { [Style.minor.applied(to: $0, on: screen)] } ?? [] : []
    let lines = Array(lines(screen).prefix(rows - last.count)) + last
    guard lines != shown else { return }
    shown = lines
    try Console.write("\u{1B}[H" + lines.map { "\($0.printable)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
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
