import BrightnessEventLoop
import Synchronization

/// Slots for exchanges at a graphics card, one at a time: its buses are often one controller, and
/// some drivers mix up exchanges that overlap.
///
/// Threads get slots in the order in which they came. A slot ends after a while even if its
/// exchange hangs, so that one monitor does not keep the others waiting.
final class ExchangeSlots: Sendable {
  static let longestSlot = Duration.seconds(1)

  private struct State: Sendable {
    var count: UInt64 = 0
    var waiting: [(number: UInt64, bell: Box<Semaphore>)] = []
    var current: (number: UInt64, ends: LoopClock.Instant)?
  }

  private let limit: Duration
  private let state = Mutex(State())

  init(limit: Duration = longestSlot) {
    self.limit = limit
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Calls `body` in a slot, after waiting for it.
  func withSlot<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let number = waitForSlot()
    defer { endSlot(number) }
    return try body()
  }

  private func waitForSlot() -> UInt64 {
    let bell = Box(Semaphore())
    let number = state.withLock { state in
      state.count += 1
      state.waiting.append((state.count, bell))
      return state.count
    }
    while let wait = timeUntilSlot(of: number) { _ = bell.value.wait(atMost: wait) }
    return number
  }

  /// Begins the slot and returns nil if it is due; otherwise returns the longest time to wait for
  /// it.
  private func timeUntilSlot(of number: UInt64) -> Duration? {
    let limit = limit
    return state.withLock { state in
      let now = LoopClock.Instant.now
      guard state.waiting.first?.number == number else { return limit }
      if let ends = state.current?.ends, now < ends { return now.duration(to: ends) }
      state.waiting.removeFirst()
      state.current = (number, now.advanced(by: limit))
      state.waiting.first?.bell.value.signal()
      return nil
    }
  }

  private func endSlot(_ number: UInt64) {
    state.withLock { state in
      // A slot that took too long has already ended.
      guard state.current?.number == number else { return }
      state.current = nil
      state.waiting.first?.bell.value.signal()
    }
  }
}
