import Synchronization

/// A value that several may change; what is replaced dies outside of the lock.
final class Guarded<Value: Sendable>: Sendable {
  private let stored: Mutex<Value>

  init(_ value: Value) {
    stored = Mutex(value)
  }

  var value: Value {
    get { stored.withLock { $0 } }
    set { _ = exchange(newValue) }
  }

  /// Puts a value in, and gives the former one.
  func exchange(_ value: Value) -> Value {
    stored.withLock { stored in
      let former = stored
      stored = value
      return former
    }
  }
}
