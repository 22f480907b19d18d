import EventLoop
import Guarantees
import Synchronization
import Testing

@testable import Hardware

@Suite(.tags(.slowLightsAreIsolated)) struct ExchangeTurnsTests {
  /// Events of threads, and gates at which they wait.
  private final class Threads: Sendable {
    let log = Mutex<[String]>([])
    let gate = Semaphore()
    let done = Semaphore()

    func isDone() -> Bool { done.wait(atMost: .seconds(30)) }

    func note(_ line: String) { log.withLock { $0.append(line) } }
  }

  /// Waits until so many threads wait for a turn, half a minute at most.
  private func waitForQueue(_ turns: ExchangeTurns, _ count: Int) {
    let bell = Semaphore()
    for _ in 0..<30_000 where turns.waitingCount < count { _ = bell.wait(atMost: .milliseconds(1)) }
    #expect(turns.waitingCount == count)
  }

  @Test func `exchanges do not overlap, and take turns in the order in which they came`() {
    let (turns, threads) = (ExchangeTurns(limit: .seconds(60)), Threads())
    let jobs = (0..<4).map { _ in JobThread() }
    turns.take {
      for (number, job) in jobs.enumerated() {
        job.perform {
          turns.take {
            threads.note("\(number) begins")
            threads.note("\(number) ends")
          }
          threads.done.signal()
        }
        waitForQueue(turns, number + 1)
      }
      threads.note("held")
    }
    for _ in jobs { #expect(threads.isDone()) }

    let expected = ["held"] + (0..<4).flatMap { ["\($0) begins", "\($0) ends"] }
    #expect(threads.log.withLock { $0 } == expected)
  }

  @Test func `a turn that takes too long ends, and its own end does not end the next one`() {
    let (turns, threads) = (ExchangeTurns(limit: .milliseconds(1)), Threads())
    let (slow, next) = (JobThread(), JobThread())
    slow.perform {
      turns.take {
        threads.done.signal()
        _ = threads.gate.wait(atMost: .seconds(30))
        threads.note("slow ends")
      }
      threads.done.signal()
    }
    #expect(threads.isDone())

    next.perform {
      turns.take { threads.note("next") }
      threads.done.signal()
    }
    #expect(threads.isDone())
    threads.gate.signal()
    #expect(threads.isDone())

    #expect(threads.log.withLock { $0 } == ["next", "slow ends"])
    #expect(turns.take { turns.waitingCount } == 0)
  }
}
