import Glibc
import Synchronization

/// Four threads that contend for a mutex. With the argument `race` they also count without it,
/// which the thread sanitizer has to report.
@main enum Threads {
  static let guarded = Mutex([Int: Int]())
  nonisolated(unsafe) static var unguarded = 0
  static let races = CommandLine.arguments.contains("race")

  static func main() {
    var threads = [pthread_t](repeating: 0, count: 4)
    for index in threads.indices {
      let error = pthread_create(&threads[index], nil, count, nil)
      precondition(error == 0, "cannot start a thread")
    }
    for thread in threads { pthread_join(thread, nil) }
    precondition(guarded.withLock { $0.values.reduce(0, +) } == 80_000)
  }

  static let count: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
    for number in 0..<20_000 {
      guarded.withLock { $0[number % 7, default: 0] += 1 }
      if races { unguarded += 1 }
    }
    return nil
  }
}
