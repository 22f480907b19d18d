import Glibc
import Testing
import XCTest

/// Makes an issue a failure of the test case of XCTest that runs; does nothing where none does.
///
/// Swift Testing loses what is recorded while XCTest runs (Swift 6.3.1).
func failInXCTest(_ message: String, at location: SourceLocation) {
  XCTFail(message, file: lasting(location.filePath), line: UInt(location.line))
}

/// A text as `XCTFail` takes it, which is made for literals. Like those of a literal, its bytes are
/// never freed.
private func lasting(_ text: String) -> StaticString {
  guard let bytes = strdup(text) else { return "" }
  // The parts of a frozen `StaticString`: where the text begins, how long it is, and no flag, which
  // it would have if it were ASCII or one scalar.
  let parts: (UInt, Int, UInt8) = (UInt(bitPattern: bytes), text.utf8.count, 0)
  return unsafeBitCast(parts, to: StaticString.self)
}
