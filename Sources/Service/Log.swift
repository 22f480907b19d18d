import BrightnessEventLoop
import Glibc
import Synchronization

/// Writes each message as a line on standard error. If no process reads it, lines are dropped and
/// counted; it never blocks.
public final class Log: Sendable {
  private struct State {
    var level: LogLevel
    var limit = LogLimit()
    var dropped = 0
  }

  private let style: LogStyle
  private let now: @Sendable () -> LoopClock.Instant
  private let write: @Sendable (String) -> Bool
  private let state: Mutex<State>

  /// `write` gets one line at a time, and returns whether it could write it.
  public init(
    _ level: LogLevel,
    style: LogStyle,
    now: @escaping @Sendable () -> LoopClock.Instant = { .now },
    _ write: @escaping @Sendable (String) -> Bool
  ) {
    self.style = style
    self.now = now
    self.write = write
    state = Mutex(State(level: level))
  }

  /// The log of a program on standard error, with the journal's level prefixes if the journal reads
  /// it.
  public static func standardError(of program: String, _ level: LogLevel, _ environment: ServiceEnvironment) -> Log {
    let style = LogStyle(of: program, on: STDERR_FILENO, stream: environment["JOURNAL_STREAM"])
    return Log(level, style: style) { line in write(line, to: STDERR_FILENO) }
  }

  /// Writes a line without blocking, since the loop must not wait for a reader of the log. Returns
  /// whether it was written.
  static func write(_ line: String, to descriptor: CInt) -> Bool {
    // A socket takes a message completely or not at all. Anything else that polls as writable takes
    // PIPE_BUF bytes, and a line is shorter.
    let sent = send(descriptor, line, line.utf8.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
    if sent >= 0 || errno != ENOTSOCK { return sent >= 0 }
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // POLLERR: nothing has the other end of a pipe open, and a write would end the process by
    // SIGPIPE.
    guard poll(&ready, 1, 0) == 1, ready.revents == Int16(POLLOUT) else { return false }
    return Glibc.write(descriptor, line, line.utf8.count) >= 0
  }

  public var level: LogLevel {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  /// Logs a message. At most five messages of a `kind` are written in half a minute, and no warning
  /// twice in a row. The text of a dropped message is never made; a later message says how many
  /// were dropped.
  public func callAsFunction(_ level: LogLevel, _ message: @autoclosure () -> String, kind: String? = nil) {
    guard level >= self.level else { return }
    let now = now()
    let (dropped, isFull) = state.withLock { state in
      let dropped = state.limit.takeDropped(at: now)
      return (dropped, kind.map { state.limit.dropIfFull($0) } ?? false)
    }
    for past in dropped { writeLine(past.level, "\(past.count) more of '\(past.kind)' were left out") }
    // Checked before the text is made, which may take longer than everything else here.
    if isFull { return }
    let text = message()
    let isLeftOut = kind.map { kind in
      state.withLock { $0.limit.dropIfFullOrRepeated(text, of: kind, level, at: now) }
    }
    if isLeftOut != true { writeLine(level, text) }
  }

  /// Calls `body`, and logs its error.
  public func trying(_ kind: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      self(.warning, "\(error)", kind: kind)
    }
  }

  private func writeLine(_ level: LogLevel, _ message: String) {
    let line = style.line(level, message)
    state.withLock { state in
      if state.dropped > 0,
        write(style.line(.warning, "\(state.dropped) lines of the log were dropped: nothing read it"))
      {
        state.dropped = 0
      }
      if state.dropped > 0 || !write(line) { state.dropped += 1 }
    }
  }
}

/// Severity of a message; the raw value is its name in options and configuration.
public enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  case error, warning, notice, info, debug

  /// The severity number of syslog, where three worse ones come before `error`.
  var priority: Int { 3 + Self.allCases.firstIndex(of: self)! }

  /// Errors compare as the highest.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.priority > right.priority }
}

public enum LogStyle: Hashable, Sendable {
  /// With the program's name in front, for terminals and files, where other programs may write,
  /// too.
  case program(String)
  /// With a syslog severity in front, which the journal reads: `<4>`.
  case journal

  /// The style for a descriptor. `JOURNAL_STREAM` holds device and inode of the journal's stream;
  /// after a redirection they differ.
  init(of program: String, on descriptor: CInt, stream: String?) {
    var status = stat()
    let isJournal = fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    self = isJournal ? .journal : .program(program)
  }

  /// The message as a line of less than PIPE_BUF bytes, which a pipe takes as a whole.
  func line(_ level: LogLevel, _ message: String) -> String {
    let limit = LogLimit.messageBytes
    var text = message.inOneLine(atMost: limit / 2)
    if text.utf8.count > limit { text = String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…" }
    switch self {
    case .program(let program): return "\(program): \(text)\n"
    case .journal: return "<\(level.priority)>\(text)\n"
    }
  }
}

/// Rate limit per kind of message; dropped messages are counted.
struct LogLimit: Sendable {
  static let messageBytes = 4000
  /// Enough to see that something repeats.
  static let messages = 5
  static let span = Duration.seconds(30)

  private struct Span {
    let end: LoopClock.Instant
    let level: LogLevel
    var latest = ""
    var written = 0
    var dropped = 0
  }

  private var spans: [String: Span] = [:]
  /// The end of the oldest span.
  private var firstEnd: LoopClock.Instant?

  /// Counts a message as dropped if its kind has reached the limit of the span, and returns whether
  /// it did.
  mutating func dropIfFull(_ kind: String) -> Bool {
    guard let span = spans[kind], span.written >= Self.messages else { return false }
    spans[kind]?.dropped += 1
    return true
  }

  /// Counts a message as dropped if the limit was reached meanwhile, or if it repeats the previous
  /// warning; otherwise as written. Returns whether it is dropped.
  mutating func dropIfFullOrRepeated(
    _ text: String,
    of kind: String,
    _ level: LogLevel,
    at now: LoopClock.Instant
  ) -> Bool {
    var span = spans[kind] ?? Span(end: now.advanced(by: Self.span), level: level)
    firstEnd = firstEnd ?? span.end
    defer { spans[kind] = span }
    // A hold may begin again with the same line; a warning that is repeated says nothing new.
    let isRepeated = level >= .warning && span.latest == text
    if span.written >= Self.messages || isRepeated {
      span.dropped += 1
      return true
    }
    span.latest = text
    span.written += 1
    return false
  }

  /// Returns the messages dropped in spans that have ended, and forgets these.
  mutating func takeDropped(at now: LoopClock.Instant) -> [(kind: String, level: LogLevel, count: Int)] {
    guard let firstEnd, firstEnd <= now else { return [] }
    let over = spans.filter { $0.value.end <= now }
    spans = spans.filter { $0.value.end > now }
    self.firstEnd = spans.values.lazy.map(\.end).min()
    return over.filter { $0.value.dropped > 0 }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.level, $0.value.dropped) }
  }
}
