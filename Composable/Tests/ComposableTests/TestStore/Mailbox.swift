import Synchronization

/// Where letters wait for their reader, and a reader for letters.
final class Mailbox: Sendable {
  private struct Content {
    var letters: [Int] = []
    var readers: [CheckedContinuation<Int, Never>] = []
  }

  private let content = Mutex(Content())

  /// The next letter, as soon as there is one.
  func letter() async -> Int {
    await withCheckedContinuation { reader in
      let letter = content.withLock { content -> Int? in
        if !content.letters.isEmpty { return content.letters.removeFirst() }
        content.readers.append(reader)
        return nil
      }
      if let letter { reader.resume(returning: letter) }
    }
  }

  func deliver(_ letter: Int) {
    let reader = content.withLock { content -> CheckedContinuation<Int, Never>? in
      if !content.readers.isEmpty { return content.readers.removeFirst() }
      content.letters.append(letter)
      return nil
    }
    reader?.resume(returning: letter)
  }
}
