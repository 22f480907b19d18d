import EventLoop
import Testing

@Suite struct SemaphoreTests {
  @Test func `each signal ends one wait`() {
    let semaphore = Semaphore()
    semaphore.signal()
    semaphore.signal()

    let taken = (0..<3).map { _ in semaphore.wait(atMost: .zero) }

    #expect(taken == [true, true, false])
  }

  @Test func `a wait ends when another thread signals`() {
    let bell = Bell()

    let thread = OtherThread { bell.semaphore.signal() }
    let isRung = bell.semaphore.wait(atMost: .seconds(30))
    thread.join()

    #expect(isRung)
  }

  private final class Bell: Sendable {
    let semaphore = Semaphore()
  }
}
