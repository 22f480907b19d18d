import CBrightnessLinux
import Glibc

/// A semaphore that a thread waits for with a timeout, which `Synchronization` does not offer.
///
/// The corresponding C type is `sem_t`.
package struct Semaphore: ~Copyable, Sendable {
  /// As a number, since a pointer is not Sendable. The memory must not move, so it cannot be a
  /// stored `sem_t`.
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

  /// Adds one, and wakes a waiting thread. The corresponding C function is `sem_post`.
  package func signal() {
    let result = sem_post(pointer)
    precondition(result == 0, "the semaphore's count has overflowed")
  }

  /// Waits until the count is positive and takes one. Returns false after `limit`, suspend not
  /// counted. The corresponding C function is `sem_clockwait`.
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
