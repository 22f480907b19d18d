import Synchronization

/// A mutex that the thread sanitizer understands: where a `Mutex` is contended it hands over inside the runtime, unseen
/// by the sanitizer, which then reports a race; an atomic that each owner reads and writes shows it the order.
package struct TraceableMutex<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let handover = Atomic(false)

  package init(_ value: Value) {
    mutex = Mutex(value)
  }

  package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(false, ordering: .releasing) }
      return body(&value)
    }
  }
}
