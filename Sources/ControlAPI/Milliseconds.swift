import Varlink

/// A time as it goes over the wire: whole milliseconds, never less than none.
struct Milliseconds: JSONReadable, JSONWritable {
  let duration: Duration

  init(_ duration: Duration) {
    self.duration = duration
  }

  init?(_ duration: Duration?) {
    guard let duration else { return nil }
    self.init(duration)
  }

  init(json: JSONInput) throws(InvalidParameter) {
    let count = try Int64(json: json)
    guard count >= 0 else { throw InvalidParameter() }
    duration = .milliseconds(count)
  }

  /// What is left of a millisecond counts as a whole one, so that nothing is over before its time.
  func write(to writer: inout JSONWriter) {
    let (seconds, attoseconds) = duration.components
    let (whole, rest) = (attoseconds / 1_000_000_000_000_000, attoseconds % 1_000_000_000_000_000)
    let (thousandfold, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (count, isTooLongNow) = thousandfold.addingReportingOverflow(whole + (rest > 0 ? 1 : 0))
    writer.integer(isTooLong || isTooLongNow ? .max : max(count, 0))
  }
}
