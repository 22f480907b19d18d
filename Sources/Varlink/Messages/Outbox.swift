/// Bytes on their way out, in their order.
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

  /// Hands bytes to `write` until all are gone or it takes none.
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

  /// Gives the room of what was sent back once it is most of it.
  private mutating func moveToFront() {
    guard sent > bytes.count / 2 else { return }
    bytes.removeSubrange(..<sent)
    sent = 0
  }
}
