import CLinux
import Glibc

/// Counts what one thread has for another, which sleeps while there is nothing.
///
/// The corresponding C type is `sem_t`. Of what threads can wake each other with it is the cheapest: one system call for the
/// thread that sleeps, one for the thread that wakes it, and none where nobody sleeps.
package struct Semaphore: ~Copyable, Sendable {
  /// Where the kernel finds it, since a pointer could not go from thread to thread.
  private let address: UInt

  package init() {
    let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    let result = sem_init(pointer, 0, 0)
    precondition(result == 0, "a semaphore begins at nothing")
    address = UInt(bitPattern: pointer)
  }

  deinit {
    sem_destroy(pointer)
    pointer.deallocate()
  }

  private var pointer: UnsafeMutablePointer<sem_t> { UnsafeMutablePointer(bitPattern: address)! }

  /// Counts one more, and wakes a thread that waits for it. The corresponding C function is `sem_post`.
  package func signal() {
    let result = sem_post(pointer)
    precondition(result == 0, "more was counted than is ever taken")
  }

  /// Sleeps until there is one to take; false if `limit` has passed before, suspends not counted. The corresponding C
  /// function is `sem_clockwait`.
  package func wait(atMost limit: Duration) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    while sem_clockwait(pointer, CLOCK_MONOTONIC, &deadline) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
