import Synchronization

/// A mutex that the thread sanitizer understands: where a `Mutex` is contended it hands over inside the runtime, unseen
/// by the sanitizer, which then reports a race; an atomic that each owner reads and writes shows it the order.
package struct TraceableMutex<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let handover = Atomic(false)

  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}
