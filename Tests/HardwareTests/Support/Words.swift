import EventLoop
import Glibc

/// What threads say, and a test waits for.
final class Words: Sendable {
  private let said = TraceableMutex<[Int]>([])
  private let bell = Semaphore()

  func say(_ word: Int) {
    said.withLock { $0.append(word) }
    bell.signal()
  }

  /// Says it when the thread that calls this has ended.
  func sayAtEndOfThread(_ word: Int) {
    pthread_setspecific(LastWord.key, Unmanaged.passRetained(LastWord(word, self)).toOpaque())
  }

  /// The next words; fewer if none comes for half a minute.
  func heard(_ count: Int) -> [Int] {
    for _ in 0..<count where !bell.wait(atMost: .seconds(30)) { break }
    return said.withLock { words in
      defer { words = [] }
      return words
    }
  }
}

private final class LastWord: Sendable {
  static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key) { Unmanaged<LastWord>.fromOpaque($0!).takeRetainedValue().say() }
    return key
  }()

  private let word: Int
  private let words: Words

  init(_ word: Int, _ words: Words) {
    self.word = word
    self.words = words
  }

  private func say() {
    words.say(word)
  }
}
