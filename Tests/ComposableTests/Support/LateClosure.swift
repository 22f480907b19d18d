import Synchronization

/// A closure that is known only after those who call it were made.
final class LateClosure<Argument>: Sendable {
  private let stored = Mutex<(@Sendable (Argument) -> Void)?>(nil)

  var body: (@Sendable (Argument) -> Void)? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  func call(_ argument: Argument) {
    body?(argument)
  }
}
