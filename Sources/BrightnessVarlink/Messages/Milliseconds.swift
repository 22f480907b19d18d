/// A time as interfaces describe it: an integer of milliseconds, never negative.
public struct Milliseconds: JSONReadable, JSONWritable {
  public let duration: Duration

  public init(_ duration: Duration) {
    self.duration = duration
  }

  public init?(_ duration: Duration?) {
    guard let duration else { return nil }
    self.init(duration)
  }

  public init(json: JSONInput) throws(InvalidParameter) {
    let count = try Int64(json: json)
    guard count >= 0 else { throw InvalidParameter(expected: "0 or more", found: json.value) }
    duration = .milliseconds(count)
  }

  /// Rounds up, so that a timer of the reader never fires too early.
  public func write(to writer: inout JSONWriter) {
    let (whole, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    Int64(clamping: max(0, whole + (rest > 0 ? 1 : 0))).write(to: &writer)
  }
}
