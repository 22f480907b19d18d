import Synchronization

/// Events in their order.
final class Log<Entry: Sendable>: Sendable {
  private let list = Mutex<[Entry]>([])

  init(of _: Entry.Type = Entry.self) {}

  var entries: [Entry] { list.withLock { $0 } }

  func write(_ entry: Entry) {
    list.withLock { $0.append(entry) }
  }
}

/// A place for something that callbacks create, replace and end.
final class Slot<Value: ~Copyable & Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  func put(_ value: consuming sending Value) {
    var other: Value? = consume value
    content.withLock { swap(&$0, &other) }
  }

  @discardableResult
  func take() -> Value? {
    content.withLock { content in
      var taken: Value?
      swap(&content, &taken)
      return taken
    }
  }
}

/// A counter for callbacks.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func increment() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// Knows whether the one callback that it made still exists.
final class Trace {
  private final class Captured: Sendable {}

  private weak var captured: Captured?

  var isGone: Bool { captured == nil }

  func callback() -> @Sendable () -> Void {
    let captured = Captured()
    self.captured = captured
    return { withExtendedLifetime(captured) {} }
  }
}
