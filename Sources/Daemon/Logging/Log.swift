import EventLoop
import Glibc

/// What the program tells whoever looks after the machine, a line each.
public final class Log: Sendable {
  private struct State {
    var level: LogLevel
    var limit = LogLimit()
  }

  private let style: LogStyle
  private let now: @Sendable () -> LoopClock.Instant
  private let write: @Sendable (String) -> Void
  private let state: TraceableMutex<State>

  /// `write` is given whole lines.
  init(
    _ level: LogLevel,
    style: LogStyle,
    now: @escaping @Sendable () -> LoopClock.Instant = { .now },
    _ write: @escaping @Sendable (String) -> Void
  ) {
    self.style = style
    self.now = now
    self.write = write
    state = TraceableMutex(State(level: level))
  }

  /// The log on standard error, in the spelling of the journal where that is what reads it.
  public static func standardError(_ level: LogLevel, _ environment: ServiceEnvironment) -> Log {
    let style = LogStyle(of: STDERR_FILENO, stream: environment["JOURNAL_STREAM"])
    return Log(level, style: style) { line in
      // Where the log cannot be written, there is nobody to tell.
      _ = try? systemCall("write", "log") { Glibc.write(STDERR_FILENO, line, line.utf8.count) }
    }
  }

  /// Writes what was found wrong with the configuration.
  public func callAsFunction(_ complaints: [Complaint]) {
    for complaint in complaints { self(complaint.isError ? .error : .warning, "\(complaint)") }
  }

  /// What matters less is not written.
  public var level: LogLevel {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  /// Writes a message. Of those that name the same `kind` five are written in half a minute; how many were left out is said
  /// before the next message.
  public func callAsFunction(_ level: LogLevel, _ message: @autoclosure () -> String, kind: String? = nil) {
    guard level >= self.level else { return }
    let now = now()
    let (leftOut, isWritten) = state.withLock { state in
      let leftOut = state.limit.takeLeftOut(at: now)
      return (leftOut, kind.map { state.limit.admit($0, level, at: now) } ?? true)
    }
    for past in leftOut { write(style.line(past.level, "\(past.count) more of '\(past.kind)' were left out")) }
    if isWritten { write(style.line(level, message())) }
  }
}
