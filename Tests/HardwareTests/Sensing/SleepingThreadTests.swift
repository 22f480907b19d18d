@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Synchronization
import Testing

@Suite struct SleepingThreadTests {
  private let log = ThreadLog()
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  @Test func `a step runs on another thread, which ends when nothing is left to do`() {
    let thread = SleepingThread(beside: loop)
    let caller = pthread_self()

    for number in [1, 3] {
      thread.wake { [log] in
        log.write(pthread_equal(caller, pthread_self()) == 0 ? number : -1)
        log.writeAtEndOfThread(number + 1)
        return nil
      }
      #expect(log.entries(2) == [number, number + 1])
    }
  }

  @Test func `the next step is at the moment that the last one returned`() {
    let thread = SleepingThread(beside: loop)
    let next = LoopClock.Instant.now.advanced(by: .milliseconds(20))

    thread.wake { [log] in
      let isEarly = LoopClock.Instant.now < next
      log.write(isEarly ? 1 : 2)
      return isEarly ? next : nil
    }

    #expect(log.entries(2) == [1, 2])
  }

  @Test func `a sleeping thread can be woken`() {
    let thread = SleepingThread(beside: loop)
    let steps = Counter()
    let step: @Sendable () -> LoopClock.Instant? = { [log] in
      let count = steps.next()
      log.write(count)
      return count == 1 ? .distantFuture : nil
    }

    thread.wake(step)
    let first = log.entries(1)
    thread.wake(step)

    #expect(first == [1])
    #expect(log.entries(1) == [2])
  }

  @Test func `what woke the thread during its last step leads to another one`() {
    let thread = SleepingThread(beside: loop)
    let steps = Counter()

    thread.wake { [log] in
      let count = steps.next()
      log.write(count)
      if count == 1 { thread.wake { nil } }
      return nil
    }

    #expect(log.entries(2) == [1, 2])
  }

  @Test func `a hundred wake-ups during a step lead to one further step`() {
    let thread = SleepingThread(beside: loop)
    let steps = Counter()
    let door = ThreadLog()
    let end = Mutex(LoopClock.Instant.now)
    let step: @Sendable () -> LoopClock.Instant? = { [log] in
      let count = steps.next()
      switch count {
      case 1:
        log.write(1)
        _ = door.entries(1)
        return .distantFuture
      case 2:
        log.write(2)
        let next = LoopClock.Instant.now.advanced(by: .milliseconds(20))
        end.withLock { $0 = next }
        return next
      default:
        let isEarly = end.withLock { LoopClock.Instant.now < $0 }
        log.write(isEarly ? -count : count)
        return nil
      }
    }
    thread.wake(step)
    let first = log.entries(1)

    for _ in 1...100 { thread.wake(step) }
    door.write(0)

    #expect(first == [1])
    #expect(log.entries(2) == [2, 3])
  }

  @Test func `if no thread can be made, the loop does not read, and waits to try again`() {
    let thread = SleepingThread(beside: loop, JobThread(idle: .zero, stackSize: 1 << 55))

    for _ in 1...3 { thread.wake { preconditionFailure("a step on the loop") } }

    #expect(loop.timerCount == 1)
  }

  @Test func `a thread is tried again until one can be made`() {
    let thread = SleepingThread(beside: loop, LateThread(failures: 3), retry: .milliseconds(1))
    loop.after(.seconds(30)) { [loop] in loop.stop() }

    thread.wake { [loop, log] in
      log.write(loop.isOnLoop ? -1 : 1)
      loop.perform { loop.stop() }
      return nil
    }
    loop.run()

    #expect(log.entries(1) == [1])
  }

  /// Nobody writes to the pipe that is the sensor's file.
  @Test func `a read that never ends delays neither the loop nor the end of the reader`() throws {
    let tree = try FakeTree([.als])
    let file = tree.path("\(FakeDevice.als.path)/in_illuminance_raw")
    unlink(file)
    try systemCall("make", file) { mkfifo(file, 0o600) }
    var io = SensorIO.files(on: loop)
    io.text = { [log] file throws(LightError) in
      log.write(1)
      defer { log.write(2) }
      return try file.text()
    }

    do {
      let reader = SensorReader(under: tree.root, on: loop, SensorSettings(place: .room), through: io) { _ in }
      let watch = SensorWatch(quietBand: nil, pace: .seconds(4), due: nil)
      reader.assumeIsolated { $0.follow(watch) }
      #expect(log.entries(1) == [1])
      reader.assumeIsolated { reader in
        reader.resumed()
        reader.devicesChanged()
        reader.follow(nil)
      }
    }
    // Waits for the reading thread to open it, too.
    _ = try Descriptor(opening: file, O_WRONLY)

    #expect(log.entries(1) == [2])
  }
}

/// A thread that cannot be made at first. Until then it runs jobs on the caller's thread, as
/// `JobThread` does.
private final class LateThread: JobExecutor {
  private let failures: Int
  private let thread = JobThread(idle: .zero)
  private let tries = Counter()

  init(failures: Int) { self.failures = failures }

  func perform(_ job: @escaping @Sendable () -> Void) {
    if tries.next() <= failures { job() } else { thread.perform(job) }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
