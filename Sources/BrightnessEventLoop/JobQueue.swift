import CBrightnessLinux
import Glibc

enum Job: Sendable {
  case task(UnownedJob)
  case closure(@Sendable () -> Void)
}

/// The jobs that any thread may add, and whether the loop sleeps.
struct JobQueue: Sendable {
  private var added: [Job] = []
  /// Jobs from before `added`, newest first, because removing the last element is cheap.
  private var oldest: [Job] = []
  private var isLoopAsleep = false
  private var isStopRequested = false

  /// Adds a job. Returns whether the caller has to wake the loop: only the first caller after it
  /// fell asleep.
  mutating func append(_ job: Job) -> Bool {
    added.append(job)
    return wake()
  }

  /// Requests the end of `run()`. Returns whether the caller has to wake the loop.
  mutating func requestStop() -> Bool {
    isStopRequested = true
    return wake()
  }

  mutating func takeStopRequest() -> Bool {
    defer { isStopRequested = false }
    return isStopRequested
  }

  /// Marks the loop as asleep unless a job or a stop request is pending. Returns whether it sleeps.
  mutating func fallAsleep() -> Bool {
    isLoopAsleep = added.isEmpty && oldest.isEmpty && !isStopRequested
    return isLoopAsleep
  }

  /// Takes the oldest job.
  mutating func next() -> Job? {
    if oldest.isEmpty {
      swap(&oldest, &added)
      oldest.reverse()
    }
    return oldest.popLast()
  }

  /// Marks the loop as awake. Returns whether it slept.
  mutating func wake() -> Bool {
    defer { isLoopAsleep = false }
    return isLoopAsleep
  }
}

/// An eventfd with which other threads wake a sleeping loop. It is edge-triggered, so that the loop
/// never has to read it.
struct WakeUp: ~Copyable, Sendable {
  let descriptor: Descriptor

  init() throws(SystemError) {
    let number = try systemCall("create", "wake-up") { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) }
    descriptor = Descriptor(owning: number)
  }

  func send() {
    mustSucceed { () throws(SystemError) in
      try systemCall("wake", "loop") { eventfd_write(descriptor.number, 1) }
    }
  }
}
