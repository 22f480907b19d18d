import EventLoop
import Hardware

/// What was seen of changes of a light that nobody asked this daemon for.
struct ForeignChanges {
  struct Seen {
    var count = 0
    var last: LoopClock.Instant
  }

  private(set) var seen: [ChangeSource: Seen] = [:]

  mutating func note(_ source: ChangeSource, at now: LoopClock.Instant = .now) {
    seen[source, default: Seen(last: now)].count += 1
    seen[source]?.last = now
  }
}
