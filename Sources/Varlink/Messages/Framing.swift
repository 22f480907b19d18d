/// Received bytes, split into messages at each NUL.
struct FrameBuffer {
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// End of the bytes that were searched for a NUL, so that a long message in small pieces is searched once.
  private var searched = 0

  private let mostTaken: Int

  init(limit: Int, mostTaken: Int = Self.mostTaken) {
    (self.limit, self.mostTaken) = (limit, mostTaken)
  }

  /// So many bytes of messages that were taken may stay in memory.
  static let mostTaken = 4 << 10

  var count: Int { bytes.count - start }

  /// Bytes in memory, with those of messages that were taken.
  var size: Int { bytes.count }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    // Of a peer that always sends the next message before the last one is taken, the buffer is never empty.
    if start > mostTaken { forget() }
    bytes += new
  }

  /// Whether a message is complete.
  mutating func hasMessage() -> Bool {
    if bytes[searched...].contains(0) { return true }
    searched = bytes.count
    return false
  }

  /// The next message without its NUL; nil if none is complete yet.
  mutating func next() throws(WireViolation) -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      guard count <= limit else { throw .tooLong(limit: limit) }
      // Nothing is copied while a long message comes in small pieces.
      if start > 0 { drop(to: start) }
      searched = bytes.count
      return nil
    }
    let message = take(to: end)
    guard !message.isEmpty else { throw .emptyMessage }
    guard message.count <= limit else { throw .tooLong(limit: limit) }
    return message
  }

  /// Takes the message that ends at a NUL. One that came alone, as most do, is not copied.
  private mutating func take(to end: Int) -> [UInt8] {
    guard start == 0, end == bytes.count - 1 else {
      let message = Array(bytes[start..<end])
      (start, searched) = (end + 1, end + 1)
      if start == bytes.count { drop(to: start) }
      return message
    }
    var message = bytes
    drop(to: bytes.count)
    message.removeLast()
    return message
  }

  /// Removes the messages that were taken, in place: this may happen for every few of them.
  private mutating func forget() {
    bytes.removeFirst(start)
    (start, searched) = (0, searched - start)
  }

  /// Frees the memory of messages that were read.
  private mutating func drop(to end: Int) {
    bytes = end == bytes.count ? [] : Array(bytes[end...])
    (start, searched) = (0, 0)
  }
}
