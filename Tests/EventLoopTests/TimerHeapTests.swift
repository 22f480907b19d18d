@testable import EventLoop

import Testing

@Suite struct TimerHeapTests {
  @Test func `timers left after random cancellations are due in the order of time`() {
    var heap = TimerHeap()
    var random = Randomness(seed: 42)
    var expected: [(deadline: LoopClock.Instant, timer: Timer)] = []
    for _ in 0..<2000 {
      let deadline = LoopClock.Instant(nanoseconds: Int64(random.next() % 500))
      expected.append((deadline, heap.insert(deadline) {}))
      if random.next() % 3 == 0 {
        let victim = expected.remove(at: Int(random.next() % UInt64(expected.count)))
        _ = heap.remove(victim.timer)
      }
    }

    let due = heap.popDue(at: LoopClock.Instant(nanoseconds: 500), limit: .max)

    let order = expected.sorted { ($0.deadline, $0.timer.sequence) < ($1.deadline, $1.timer.sequence) }
    #expect(due == order.map(\.timer))
    #expect(heap.earliest == nil)
    #expect(heap.count == due.count)
  }

  @Test func `popDue stops at its limit`() {
    var heap = TimerHeap()
    let timers = (0..<5).map { _ in heap.insert(.now) {} }

    let due = heap.popDue(at: .distantFuture, limit: 3)

    #expect(due == Array(timers[..<3]))
    #expect(heap.count == 5)
  }

  @Test func `a timer that is not due stays`() {
    var heap = TimerHeap()
    _ = heap.insert(LoopClock.Instant(nanoseconds: 10)) {}

    let due = heap.popDue(at: LoopClock.Instant(nanoseconds: 9), limit: 3)

    #expect(due.isEmpty)
    #expect(heap.earliest == LoopClock.Instant(nanoseconds: 10))
  }

  @Test func `a timer is taken once`() {
    var heap = TimerHeap()
    let timer = heap.insert(.now) {}

    let first = heap.remove(timer)
    let second = heap.remove(timer)

    #expect(first != nil)
    #expect(second == nil)
    #expect(heap.count == 0)
  }
}

/// A sequence of numbers that is the same in every run.
private struct Randomness {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
