import Synchronization

/// A mutex that the thread sanitizer understands, for state that threads contend for.
///
/// A contended `Mutex` is handed over inside the Swift runtime, which is not instrumented, so the
/// sanitizer reports a race. Every owner also reads and writes an atomic, from which the sanitizer
/// learns the order.
@usableFromInline package struct TraceableMutex<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handover = Atomic(false)

  @inlinable package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}
