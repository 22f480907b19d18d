import Testing
import VarlinkCodegen

@Suite struct DescriptionRefusalTests {
  @Test(
    arguments: [
      ("", "line 1, column 1: expected 'interface', found the end"),
      ("# x\n\n", "line 3, column 1: expected 'interface', found the end"),
      ("type T ()", "line 1, column 1: expected 'interface', found 'type'"),
      ("interfaces a.b", "line 1, column 1: expected 'interface', found 'interfaces'"),
      ("interface ", "line 1, column 11: expected the name of an interface such as org.example.ping, found the end"),
      ("interface a.b x", "line 1, column 15: expected 'type', 'method' or 'error', found 'x'"),
      ("interface a.b\ninterface c.d", "line 2, column 1: expected 'type', 'method' or 'error', found 'interface'"),
      ("interface a.b\r\n", "line 1, column 14: expected 'type', 'method' or 'error', found '\\r'"),
      ("# x\r\ninterface a.b\n", "line 1, column 4: expected a comment without control characters, found '\\r'"),
      ("# größer\0x", "line 1, column 9: expected a comment without control characters, found '\\0'"),
      ("# x\u{7F}", "line 1, column 4: expected a comment without control characters, found '\\u{7F}'"),
      ("interface a.b; x", "line 1, column 14: expected 'type', 'method' or 'error', found ';'"),
      ("interface a.b # größer\n  größer", "line 2, column 3: expected 'type', 'method' or 'error', found 'gr'"),
      ("interface a.b ü", "line 1, column 15: expected 'type', 'method' or 'error', found '\\u{00FC}'"),
    ]
  )
  func `a malformed interface is refused`(text: String, reason: String) {
    let error = #expect(throws: DescriptionError.self) { try InterfaceDescription(text, source: "x") }

    #expect(error?.description == "cannot read 'x': \(reason)")
  }

  @Test(
    arguments: [
      ("type", "column 5: expected a name such as Ping, found the end"),
      ("type lower ()", "column 6: expected a name such as Ping, found 'lower'"),
      ("method lower() -> ()", "column 8: expected a name such as Ping, found 'lower'"),
      ("type T_a ()", "column 6: expected a name such as Ping, found 'T_a'"),
      ("error Bad", "column 10: expected '(', found the end"),
      ("error Bad error Worse ()", "column 11: expected '(', found 'error'"),
      ("error Bad T", "column 11: expected '(', found 'T'"),
      ("error Bad (one, two)", "column 15: expected ':', found ','"),
      ("type T []int", "column 8: expected '(', found '['"),
      ("type T ?(a: int)", "column 8: expected '(', found '?'"),
      ("method F", "column 9: expected '(', found the end"),
      ("method F()", "column 11: expected '->', found the end"),
      ("method F() => ()", "column 12: expected '->', found '='"),
      ("method F T -> T", "column 10: expected '(', found 'T'"),
      ("method F() -> T", "column 15: expected '(', found 'T'"),
      ("method F(a) -> ()", "column 11: expected ':', found ')'"),
      ("method F() # x\n-> ()", "column 12: expected '->', found '#'"),
    ]
  )
  func `a malformed member is refused`(text: String, reason: String) {
    expectRefusal(of: text, reason)
  }

  @Test(
    arguments: [
      ("type T (a: int,)", "column 16: expected a name such as pingCount, found ')'"),
      ("type T (a, b,)", "column 14: expected a name such as pingCount, found ')'"),
      ("type T (,)", "column 9: expected a name such as pingCount, found ','"),
      ("type T (", "column 9: expected a name such as pingCount, found the end"),
      ("type T (a", "column 10: expected ',' or ')', found the end"),
      ("type T (a: int", "column 15: expected ',' or ')', found the end"),
      ("type T (a: int b: int)", "column 16: expected ',' or ')', found 'b'"),
      ("type T (a: int, b)", "column 18: expected ':', found ')'"),
      ("type T (a, b: int)", "column 13: expected ',' or ')', found ':'"),
      ("type T (_a: int)", "column 9: expected a name such as pingCount, found '_a'"),
      ("type T (a__b: int)", "column 9: expected a name such as pingCount, found 'a__b'"),
      ("type T (a_, b)", "column 9: expected a name such as pingCount, found 'a_'"),
      ("type T (# x\n)", "line 3, column 1: expected a name such as pingCount, found ')'"),
      ("type T (a: int # x\n)", "column 16: expected ',' or ')', found '#'"),
    ]
  )
  func `a malformed field is refused`(text: String, reason: String) {
    expectRefusal(of: text, reason)
  }

  @Test(
    arguments: [
      ("", "column 12: expected a type, found ')'"), ("any", "column 12: expected a type, found 'any'"),
      ("Int", "column 12: expected a type of this interface, found 'Int'"),
      ("E", "column 12: expected a type of this interface, found 'E'"),
      ("??int", "column 13: expected a type behind a single '?', found '?'"),
      ("[]??int", "column 15: expected a type behind a single '?', found '?'"),
      ("?", "column 13: expected a type, found ')'"), ("? int", "column 13: expected a type, found ' '"),
      ("[]", "column 14: expected a type, found ')'"), ("[int]int", "column 12: expected a type, found '['"),
      ("[ ]int", "column 12: expected a type, found '['"), ("[string]", "column 20: expected a type, found ')'"),
      ("int?", "column 15: expected ',' or ')', found '?'"), ("int[]", "column 15: expected ',' or ')', found '['"),
      ("T.a", "column 12: expected a type, found 'T.a'"), ("{}", "column 12: expected a type, found '{'"),
    ]
  )
  func `a malformed type is refused`(text: String, reason: String) {
    expectRefusal(of: "type T (a: \(text))\nerror E ()", reason)
  }

  @Test(
    arguments: [
      ("type A ()\ntype A ()", "line 3, column 6: expected a name that is not taken, found 'A'"),
      ("type A ()\nmethod A() -> ()", "line 3, column 8: expected a name that is not taken, found 'A'"),
      ("error A ()\nmethod A() -> ()", "line 3, column 8: expected a name that is not taken, found 'A'"),
      ("type A (a: int, a: bool)", "column 17: expected a name that is not taken, found 'a'"),
      ("type A (a, b, a)", "column 15: expected a name that is not taken, found 'a'"),
      ("type A (a: int, b: (a, b, b))", "column 27: expected a name that is not taken, found 'b'"),
    ]
  )
  func `a duplicate name is refused`(text: String, reason: String) {
    expectRefusal(of: text, reason)
  }

  @Test func `an error is one line for any text`() {
    let text = "interface " + String(repeating: "x", count: 500)

    let error = #expect(throws: DescriptionError.self) { try InterfaceDescription(text) }

    #expect(error?.found?.count == 500)
    #expect(error?.description.hasSuffix("found '" + String(repeating: "x", count: 40) + "…'") == true)
  }

  private func expectRefusal(of members: String, _ reason: String) {
    let error = #expect(throws: DescriptionError.self) { try InterfaceDescription("interface a.b\n\(members)") }

    let place = reason.hasPrefix("line") ? "" : "line 2, "
    #expect(error?.description == "cannot read 'interface description': \(place)\(reason)")
  }
}
