import BrightnessVarlink
import Testing

@Suite struct JSONReadingTests {
  @Test(arguments: [
    ("null", JSON.null),
    (" true\t", .bool(true)),
    ("\r\nfalse\n", .bool(false)),
    ("0", .integer(0)),
    ("-0", .float(-0.0)),
    ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .float(9_223_372_036_854_775_808)),
    ("-9223372036854775809", .float(-9_223_372_036_854_775_808)),
    ("1.0", .float(1)),
    ("1e2", .float(100)),
    ("-1.5E-3", .float(-0.0015)),
    ("0.1", .float(0.1)),
    ("5e-324", .float(.leastNonzeroMagnitude)),
    ("1.7976931348623157e308", .float(.greatestFiniteMagnitude)),
    ("1e-400", .float(0)),
    (#""""#, .string("")),
    (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
    (#""\u00e9\u20AC""#, .string("é€")),
    (#""\ud83d\ude00!""#, .string("😀!")),
    ("\"😀é\u{7F}\u{2028}\"", .string("😀é\u{7F}\u{2028}")),
    ("[]", .array([])),
    ("[ 1 , [ ] , {} ]", .array([.integer(1), .array([]), .object([:])])),
    (#"{ "b" : 1 , "a" : null }"#, .object(["b": .integer(1), "a": .null])),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", .object(["\u{E9}": .integer(1), "e\u{301}": .integer(2)])),
  ])
  func `a text is read`(_ text: String, value: JSON) throws {
    #expect(try JSON(parsing: text.utf8) == value)
  }

  @Test(arguments: [
    ("", JSONError.Problem.endsTooEarly, 0),
    ("  ", .endsTooEarly, 2),
    ("\u{FEFF}1", .byteOrderMark, 0),
    ("nul", .endsTooEarly, 3),
    ("nulL", .unexpected(UInt8(ascii: "L")), 3),
    ("True", .unexpected(UInt8(ascii: "T")), 0),
    ("NaN", .unexpected(UInt8(ascii: "N")), 0),
    ("+1", .unexpected(UInt8(ascii: "+")), 0),
    ("01", .badNumber, 0),
    ("-01", .badNumber, 0),
    (".5", .unexpected(UInt8(ascii: ".")), 0),
    ("-", .endsTooEarly, 1),
    ("-a", .badNumber, 1),
    ("1.", .endsTooEarly, 2),
    ("1.e2", .badNumber, 2),
    ("1e", .endsTooEarly, 2),
    ("1e+", .endsTooEarly, 3),
    ("1e400", .numberOutOfRange, 0),
    ("[-1e999]", .numberOutOfRange, 1),
    ("0x10", .trailing(UInt8(ascii: "x")), 1),
    ("1 2", .trailing(UInt8(ascii: "2")), 2),
    ("{}\0", .trailing(0), 2),
    ("[1,]", .unexpected(UInt8(ascii: "]")), 3),
    ("[1 2]", .unexpected(UInt8(ascii: "2")), 3),
    ("[", .endsTooEarly, 1),
    ("{,}", .unexpected(UInt8(ascii: ",")), 1),
    (#"{"a":1,}"#, .unexpected(UInt8(ascii: "}")), 7),
    (#"{"a" 1}"#, .unexpected(UInt8(ascii: "1")), 5),
    ("{1:2}", .unexpected(UInt8(ascii: "1")), 1),
    ("{'a':1}", .unexpected(UInt8(ascii: "'")), 1),
    (#"{"a":1,"b":2,"a":3}"#, .twice(key: "a"), 13),
    (#"{"a":1,"\u0061":2}"#, .twice(key: "a"), 7),
    ("\"a", .endsTooEarly, 2),
    ("\"a\nb\"", .controlCharacter(10), 2),
    ("\"\u{1F}\"", .controlCharacter(31), 1),
    ("\"\0\"", .controlCharacter(0), 1),
    (#""\x""#, .unknownEscape(UInt8(ascii: "x")), 2),
    (#""\u12g4""#, .unexpected(UInt8(ascii: "g")), 5),
    (#""\u12"#, .endsTooEarly, 5),
    (#""a\u0000""#, .escapedNUL, 2),
    (#""\ud800""#, .loneSurrogate, 1),
    (#""\udc00""#, .loneSurrogate, 1),
    (#""\ud800\ud800""#, .loneSurrogate, 1),
    (#""\ud800\n""#, .loneSurrogate, 1),
    (#""\ud800a""#, .loneSurrogate, 1),
  ])
  func `a text is refused with the offset of the problem`(_ text: String, problem: JSONError.Problem, offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text.utf8) }

    #expect(error?.problem == problem)
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      ([0xC3, 0x28], 3), ([0xC0, 0x80], 3), ([0xED, 0xA0, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 3), ([0xFF], 3),
      ([0x61, 0xE2, 0x82], 4), ([0x5C, 0x6E, 0x80], 5),
    ] as [([UInt8], Int)]
  )
  func `bytes that are not UTF-8 are refused with their offset`(_ bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: Array("[ \"".utf8) + bytes + Array("\"]".utf8)) }

    #expect(error?.problem == .invalidUTF8)
    #expect(error?.offset == offset)
  }

  @Test(arguments: 0...18)
  func `a quote, an escape and a control character are found at every position of a string`(place: Int) throws {
    // Just above what is refused, each byte beside one that does not stand for itself, and bytes
    // with their top bit set.
    let scalars = String(repeating: " !#[]\u{7F}é😀", count: 3).unicodeScalars.prefix(place)
    let plain = String(String.UnicodeScalarView(scalars))

    #expect(try JSON(parsing: "[\"\(plain)\", \" b\"]".utf8) == .array([.string(plain), .string(" b")]))
    #expect(try JSON(parsing: "\"\(plain)\\\" b\"".utf8) == .string("\(plain)\" b"))
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "\"\(plain)\u{1F} b\"".utf8) }
    #expect(error?.problem == .controlCharacter(0x1F))
    #expect(error?.offset == 1 + plain.utf8.count)
  }

  @Test func `nesting is refused beyond the limit`() throws {
    let deep = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)

    #expect(throws: Never.self) { try JSON(parsing: deep.utf8) }
    #expect(throws: Never.self) { try JSON(parsing: "[\(deep)]".utf8, nesting: 17) }
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "[\(deep)]".utf8) }
    #expect(error?.problem == .tooDeep(limit: 16))
    #expect(error?.offset == 16)
  }

  @Test func `nesting counts open brackets, not closed ones`() throws {
    let wide = "[" + Array(repeating: "[{}]", count: 1000).joined(separator: ",") + "]"

    #expect(throws: Never.self) { try JSON(parsing: wide.utf8, nesting: 3) }
  }

  @Test func `a duplicate key is found among many`() throws {
    let members = (0..<5000).map { #""key\#($0)":0"# }

    let object = try JSON(parsing: "{\(members.joined(separator: ","))}".utf8)
    #expect(object.kind == "object")
    for twice in [0, 16, 17, 4999] {
      let error = #expect(throws: JSONError.self) {
        try JSON(parsing: #"{\#(members.joined(separator: ",")),"key\#(twice)":1}"#.utf8)
      }
      #expect(error?.problem == .twice(key: "key\(twice)"))
    }
  }

  @Test func `every prefix of a text is refused as ended too early`() throws {
    let text = Array(#"{"a":[true,null,"x\u00e9\n"],"b":{"c":"d"}}"#.utf8)

    for length in 0..<text.count {
      let error = #expect(throws: JSONError.self) { try JSON(parsing: text[..<length]) }
      #expect(error?.problem == .endsTooEarly, "\(length)")
      #expect(error?.offset == length)
    }
  }

  @Test func `an error says in one line what is wrong where`() {
    let key = #""a\n\#(String(repeating: "b", count: 99))""#

    let error = #expect(throws: JSONError.self) { try JSON(parsing: "{\(key):1,\(key):2}".utf8) }

    let front = String(repeating: "b", count: 38)
    #expect(error?.description == "cannot read 'JSON at byte 108': the key 'a\\n\(front)…' comes twice")
  }
}
