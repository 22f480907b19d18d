import BrightnessEventLoop
import Glibc

/// A socket of a connection that has ended or was refused, with descriptors in it that the peer has
/// passed.
struct Leftover {
  let number: CInt
  let user: uid_t
}

/// Sockets with descriptors in them that are not closed yet. They occur only before Linux 6.16.
///
/// A close may block on a file of the peer's choice, so all waiting sockets are closed together,
/// off the loop.
struct Leftovers {
  /// No connection is accepted while there are this many.
  private let limit: Int
  private let close: @Sendable ([CInt]) -> Void
  private var waiting: [Leftover] = []
  private var closing: [Leftover] = []
  /// If no thread can be started, they wait for the next attempt.
  private let thread = JobThread(idle: .zero, fallsBack: false)

  init(limit: Int, close: @escaping @Sendable ([CInt]) -> Void) {
    self.limit = limit
    self.close = close
  }

  var count: Int { waiting.count + closing.count }

  var isFull: Bool { count >= limit }

  mutating func append(_ leftover: Leftover) {
    waiting.append(leftover)
  }

  /// Closes those that wait, and then calls `whenClosed`, on another thread. Does neither while
  /// others are being closed.
  mutating func closeWaiting(_ whenClosed: @escaping @Sendable () -> Void) {
    // Tries to start a thread for the others, in case none could be started before.
    guard closing.isEmpty else { return thread.perform {} }
    guard !waiting.isEmpty else { return }
    swap(&closing, &waiting)
    let numbers = closing.map(\.number)
    thread.perform { [close] in
      close(numbers)
      whenClosed()
    }
  }

  /// The users of those that were closed.
  mutating func takeClosed() -> [uid_t] {
    defer { closing = [] }
    return closing.map(\.user)
  }

  /// Closes those that wait, at the end of a server.
  func closeAll() {
    let numbers = waiting.map(\.number)
    guard !numbers.isEmpty else { return }
    thread.perform { [close] in close(numbers) }
  }
}
