import EventLoop

/// How many messages of one kind are written; the others are counted.
struct LogLimit: Sendable {
  /// Messages that were not written.
  struct LeftOut: Hashable {
    let kind: String
    let level: LogLevel
    let count: Int
  }

  static let messages = 5
  static let span = Duration.seconds(30)

  private struct Span {
    let end: LoopClock.Instant
    let level: LogLevel
    var count = 1
  }

  private var spans: [String: Span] = [:]

  /// Whether a message may be written, or counts only.
  mutating func admit(_ kind: String, _ level: LogLevel, at now: LoopClock.Instant) -> Bool {
    guard var span = spans[kind] else {
      spans[kind] = Span(end: now.advanced(by: Self.span), level: level)
      return true
    }
    span.count += 1
    spans[kind] = span
    return span.count <= Self.messages
  }

  /// What was left out in the spans that are over; they are forgotten.
  mutating func takeLeftOut(at now: LoopClock.Instant) -> [LeftOut] {
    let over = spans.filter { $0.value.end <= now }
    for kind in over.keys { spans[kind] = nil }
    return over.filter { $0.value.count > Self.messages }
      .map { LeftOut(kind: $0.key, level: $0.value.level, count: $0.value.count - Self.messages) }
      .sorted { $0.kind < $1.kind }
  }
}
