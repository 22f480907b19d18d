import BrightnessVarlink
import Glibc
import RandomHistories
import Testing

@Suite struct JSONWritingTests {
  @Test(arguments: [
    (JSON.string("a\"\\/\u{8}\t\n\u{C}\r\u{1}\u{1F}é😀\u{7F}"), #""a\"\\/\b\t\n\f\r\u0001\u001fé😀\#u{7F}""#),
    (.float(1), "1.0"), (.float(0.1), "0.1"), (.float(-0.0), "-0.0"), (.float(1e300), "1e+300"),
    (.float(.leastNonzeroMagnitude), "5e-324"),
    (.integer(.min), "-9223372036854775808"),
    (.array([.null, .bool(false), .array([]), .object([:])]), "[null,false,[],{}]"),
    (.object(["b": .integer(1), "a": .array([.integer(2)])]), #"{"b":1,"a":[2]}"#),
  ])
  func `a value is written in its shortest form`(_ value: JSON, text: String) {
    #expect(value.description == text)
  }

  @Test func `a NUL in a string is written as the replacement character`() {
    #expect(JSON.string("a\0b").description == "\"a\u{FFFD}b\"")
  }

  @Test func `every double reads back as itself`() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }

      let text = JSON.float(number).description

      guard case .float(let found) = try JSON(parsing: text.utf8) else { throw WrongType() }
      #expect(found.bitPattern == number.bitPattern, "\(text)")
    }
  }

  @Test func `numbers do not depend on the locale`() throws {
    setlocale(LC_ALL, "de_DE.UTF-8")
    defer { setlocale(LC_ALL, "C") }

    #expect(JSON.float(1.5).description == "1.5")
    #expect(try JSON(parsing: "1.5".utf8) == .float(1.5))
  }

  @Test func `writing NaN traps`() async {
    await #expect(processExitsWith: .failure) { _ = JSON.float(.nan).description }
  }

  private struct WrongType: Error {}
}
