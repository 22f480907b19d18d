import BrightnessEventLoop
import Guarantees
import Synchronization
import Testing

@testable import Hardware

@Suite(.tags(.slowLightsAreIsolated)) struct ExchangeSlotsTests {
  /// Events of threads, and gates at which they wait.
  private final class Threads: Sendable {
    let log = Mutex<[String]>([])
    let gate = Semaphore()
    let done = Semaphore()

    func isDone() -> Bool { done.wait(atMost: .seconds(30)) }

    func note(_ line: String) { log.withLock { $0.append(line) } }
  }

  /// Waits until so many threads wait for a slot, half a minute at most.
  private func waitForQueue(_ slots: ExchangeSlots, _ count: Int) {
    let bell = Semaphore()
    for _ in 0..<30_000 where slots.waitingCount < count { _ = bell.wait(atMost: .milliseconds(1)) }
    #expect(slots.waitingCount == count)
  }

  @Test func `exchanges do not overlap, and get slots in the order in which they came`() {
    let (slots, threads) = (ExchangeSlots(limit: .seconds(60)), Threads())
    let jobs = (0..<4).map { _ in JobThread() }
    slots.withSlot {
      for (number, job) in jobs.enumerated() {
        job.perform {
          slots.withSlot {
            threads.note("\(number) begins")
            threads.note("\(number) ends")
          }
          threads.done.signal()
        }
        waitForQueue(slots, number + 1)
      }
      threads.note("held")
    }
    for _ in jobs { #expect(threads.isDone()) }

    let expected = ["held"] + (0..<4).flatMap { ["\($0) begins", "\($0) ends"] }
    #expect(threads.log.withLock { $0 } == expected)
  }

  @Test func `a slot that takes too long ends, and its own end does not end the next one`() {
    let (slots, threads) = (ExchangeSlots(limit: .milliseconds(1)), Threads())
    let (slow, next) = (JobThread(), JobThread())
    slow.perform {
      slots.withSlot {
        threads.done.signal()
        _ = threads.gate.wait(atMost: .seconds(30))
        threads.note("slow ends")
      }
      threads.done.signal()
    }
    #expect(threads.isDone())

    next.perform {
      slots.withSlot { threads.note("next") }
      threads.done.signal()
    }
    #expect(threads.isDone())
    threads.gate.signal()
    #expect(threads.isDone())

    #expect(threads.log.withLock { $0 } == ["next", "slow ends"])
    #expect(slots.withSlot { slots.waitingCount } == 0)
  }
}
