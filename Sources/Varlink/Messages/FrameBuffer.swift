import Glibc

/// Bytes as they came, cut into messages at each NUL.
struct FrameBuffer {
  /// What is kept of the room of messages that were read: a peer that has sent one sends more like it.
  private static let keptRoom = 512

  let limit: Int
  private var bytes: [UInt8] = []
  /// Where the next message begins.
  private var start = 0
  /// Up to where there is no NUL in it.
  private var searched = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// How many bytes wait to be read.
  var count: Int { bytes.count - start }

  mutating func append(_ new: some Collection<UInt8>) {
    bytes += new
  }

  mutating func removeAll() {
    self = FrameBuffer(limit: limit)
  }

  /// Reads the next message with `read`; nil if none is whole yet.
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
