import Glibc

/// Received bytes, split into messages at each NUL.
struct FrameBuffer {
  /// Buffers up to this size are kept for the next message, since most messages are short.
  private static let keptRoom = 512

  let limit: Int
  private var bytes: [UInt8] = []
  /// Start of the next message.
  private var start = 0
  /// End of the part of it that was searched for a NUL.
  private var searched = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Number of bytes that were not read yet.
  var count: Int { bytes.count - start }

  mutating func append(_ new: some Collection<UInt8>) {
    bytes += new
  }

  mutating func removeAll() {
    self = FrameBuffer(limit: limit)
  }

  /// Reads the next message with `read`; nil if none is complete yet.
  mutating func next<Message>(
    _ read: (UnsafeBufferPointer<UInt8>) throws(WireViolation) -> Message
  ) throws(WireViolation) -> Message? {
    guard let end = findEnd() else {
      guard count <= limit else { throw .tooLong(limit: limit) }
      moveToFront()
      return nil
    }
    let frame = start..<end
    defer { drop(through: end) }
    guard !frame.isEmpty else { throw .emptyMessage }
    guard frame.count <= limit else { throw .tooLong(limit: limit) }
    var result = Result<Message, WireViolation>.failure(.emptyMessage)
    bytes.withUnsafeBufferPointer { bytes in
      result = Result { () throws(WireViolation) in try read(bytes.extracting(frame)) }
    }
    return try result.get()
  }

  private mutating func findEnd() -> Int? {
    let from = max(searched, start)
    let end = bytes.withUnsafeBytes { bytes -> Int? in
      guard from < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + from, 0, bytes.count - from).map { UnsafeRawPointer($0) - base }
    }
    searched = end ?? bytes.count
    return end
  }

  private mutating func drop(through end: Int) {
    start = end + 1
    guard start == bytes.count else { return }
    bytes.removeAll(keepingCapacity: bytes.count <= Self.keptRoom)
    (start, searched) = (0, 0)
  }

  private mutating func moveToFront() {
    guard start > 0 else { return }
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}

/// Bytes to send, in order.
struct Outbox {
  private var bytes: [UInt8] = []
  private var sent = 0

  var count: Int { bytes.count - sent }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ message: [UInt8]) {
    if isEmpty {
      bytes = message
      sent = 0
    } else {
      bytes += message
    }
  }

  /// Passes bytes to `write` until all are written, or it returns nil because the socket is full.
  mutating func flush<Failure: Error>(
    _ write: (UnsafeRawBufferPointer) throws(Failure) -> Int?
  ) throws(Failure) {
    while !isEmpty {
      var result = Result<Int?, Failure>.success(nil)
      bytes.withUnsafeBytes { bytes in
        result = Result { () throws(Failure) in try write(UnsafeRawBufferPointer(rebasing: bytes[sent...])) }
      }
      guard let count = try result.get() else { return moveToFront() }
      sent += count
    }
    self = Outbox()
  }

  /// Frees the memory of sent bytes once they are more than half.
  private mutating func moveToFront() {
    guard sent > bytes.count / 2 else { return }
    bytes.removeSubrange(..<sent)
    sent = 0
  }
}
