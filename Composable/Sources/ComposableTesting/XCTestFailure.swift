import Glibc
import Testing
import XCTest

/// Makes an issue a failure of the running XCTest case; does nothing if there is none.
///
/// Swift Testing loses issues recorded while XCTest runs (Swift 6.3.1).
func failInXCTest(_ message: String, at location: SourceLocation) {
  XCTFail(message, file: lasting(location.filePath), line: UInt(location.line))
}

/// A text as the `StaticString` that `XCTFail` takes. Like those of a literal, its bytes are never
/// freed.
private func lasting(_ text: String) -> StaticString {
  guard let bytes = strdup(text) else { return "" }
  // The layout of `StaticString`, which is frozen: pointer, length, and flags. None is set here;
  // they mark ASCII text and a single scalar.
  let parts: (UInt, Int, UInt8) = (UInt(bitPattern: bytes), text.utf8.count, 0)
  return unsafeBitCast(parts, to: StaticString.self)
}
