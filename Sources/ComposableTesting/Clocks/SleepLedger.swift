import Composable

/// The sleeps of a test clock, and what it shows.
struct SleepLedger {
  typealias Continuation = CheckedContinuation<Void, any Error>

  private struct Sleep {
    let deadline: ManualInstant
    let ticket: Int
    let continuation: Continuation
  }

  var now: ManualInstant
  private var tickets = 0
  private var deadlines: [Int: ManualInstant] = [:]
  /// The one that wakes next is the last.
  private var sleeps: [Sleep] = []

  init(now: ManualInstant) {
    self.now = now
  }

  var count: Int { sleeps.count }

  var nextDeadline: ManualInstant? { sleeps.last?.deadline }

  /// A number for a sleep; among equal deadlines the lower one wakes first.
  mutating func ticket() -> Int {
    tickets += 1
    return tickets
  }

  /// False for a deadline that is not to be waited for.
  mutating func begin(_ ticket: Int, until deadline: ManualInstant, _ continuation: Continuation) -> Bool {
    guard deadline > now else { return false }
    let sleep = Sleep(deadline: deadline, ticket: ticket, continuation: continuation)
    sleeps.insert(sleep, at: position(of: ticket, deadline))
    deadlines[ticket] = deadline
    return true
  }

  mutating func end(_ ticket: Int) -> Continuation? {
    guard let deadline = deadlines.removeValue(forKey: ticket) else { return nil }
    return sleeps.remove(at: position(of: ticket, deadline)).continuation
  }

  /// Moves to the next deadline, if it is not past the limit, and removes the sleeps that wait for it.
  mutating func wakeNext(until limit: ManualInstant?) -> Continuation? {
    guard let next = sleeps.last, limit.map({ next.deadline <= $0 }) ?? true else { return nil }
    now = max(now, next.deadline)
    return end(next.ticket)
  }

  /// The first place whose sleep wakes no later than the given one.
  private func position(of ticket: Int, _ deadline: ManualInstant) -> Int {
    var range = 0..<sleeps.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let wakesLater = (sleeps[middle].deadline, sleeps[middle].ticket) > (deadline, ticket)
      range = wakesLater ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
