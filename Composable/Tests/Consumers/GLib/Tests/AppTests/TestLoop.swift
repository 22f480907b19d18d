import CGLib
import Synchronization

@testable import App

/// A main context of its own, which a test iterates.
struct TestLoop: Sendable {
  let executor: GLibExecutor
  private nonisolated(unsafe) let context: OpaquePointer

  init() {
    context = g_main_context_new()
    executor = GLibExecutor(context: context)
    // The executor keeps it.
    g_main_context_unref(context)
  }

  /// Whether the executor says that its caller runs on it.
  var isOwned: Bool { executor.isIsolatingCurrentContext() == true }

  /// Runs what waits.
  func drain() {
    while g_main_context_iteration(context, 0) != 0 {}
  }

  /// Runs what waits, and begins by waiting for something.
  func wait() {
    g_main_context_iteration(context, 1)
  }

  /// Calls `body` on the executor.
  func own<Result>(_ body: () throws -> Result) rethrows -> Result {
    precondition(g_main_context_acquire(context) != 0, "another thread iterates the context")
    defer { g_main_context_release(context) }
    return try body()
  }
}

/// Numbers that any thread may add to.
final class Record: Sendable {
  private let numbers = Mutex<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func append(_ number: Int) { numbers.withLock { $0.append(number) } }
}
