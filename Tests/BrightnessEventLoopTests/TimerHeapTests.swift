@testable import BrightnessEventLoop

import Testing

@Suite struct TimerHeapTests {
  @Test func `timers left after many cancellations are due in the order of time`() {
    var heap = TimerHeap()
    var expected: [(deadline: LoopClock.Instant, timer: Timer)] = []
    for number in 0..<2000 {
      let deadline = LoopClock.Instant(nanoseconds: Int64(number * 7919 % 500))
      expected.append((deadline, heap.insert(deadline) {}))
      if number % 3 == 0 {
        let victim = expected.remove(at: number * 104_729 % expected.count)
        _ = heap.remove(victim.timer)
      }
    }

    let due = heap.popDue(at: LoopClock.Instant(nanoseconds: 500), limit: .max)

    let order = expected.sorted { ($0.deadline, $0.timer.sequence) < ($1.deadline, $1.timer.sequence) }
    #expect(due == order.map(\.timer))
    #expect(heap.earliest == nil)
    #expect(heap.count == due.count)
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
