import Synchronization

/// A mutex for what many threads may ask for at once, that the thread sanitizer understands.
///
/// A contended `Mutex` hands over inside the runtime, unseen by the sanitizer, which then reports a race; an atomic that each owner reads and
/// writes shows it the order. `EventLoop` has one of its own: neither module imports the other.
@usableFromInline package struct TraceableMutex<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handover = Atomic(false)

  @inlinable package init(_ value: sending Value) {
    mutex = Mutex(value)
  }

  @inlinable package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}
