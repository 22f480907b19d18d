import BrightnessEventLoop
import Testing

@Suite struct SemaphoreTests {
  @Test func `each signal ends one wait`() {
    let semaphore = Semaphore()
    semaphore.signal()
    semaphore.signal()

    let taken = (0..<3).map { _ in semaphore.wait(atMost: .zero) }

    #expect(taken == [true, true, false])
  }
}
