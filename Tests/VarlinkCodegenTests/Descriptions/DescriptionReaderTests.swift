@testable import VarlinkCodegen

import Testing

@Suite struct DescriptionReaderTests {
  @Test func `each member is read with its fields`() throws {
    let text = """
      interface org.example.x
      type Kind (panel, monitor)
      type Light (id: string, kind: Kind)
      method Get(light: ?string) -> (light: Light, isOn: bool)
      error Broken (why: int)
      """

    let description = try InterfaceDescription(text)

    #expect(description.name == "org.example.x")
    #expect(description.members.map(\.name) == ["Kind", "Light", "Get", "Broken"])
    #expect(
      description.members.map(\.kind) == [
        .type(.enumeration([value("panel"), value("monitor")])),
        .type(.structure([field("id", .string), field("kind", .named("Kind"))])),
        .method(
          input: [field("light", .nullable(.string))],
          output: [field("light", .named("Light")), field("isOn", .bool)]
        ),
        .error([field("why", .int)]),
      ]
    )
  }

  @Test(
    arguments: [
      ("bool", DescribedType.bool), ("int", .int), ("float", .float), ("string", .string), ("object", .object),
      ("T", .named("T")), ("?T", .nullable(.named("T"))), ("[]int", .array(.int)), ("[string]int", .map(.int)),
      ("()", .structure([])), ("[string]()", .map(.structure([]))), ("(one)", .enumeration([value("one")])),
      ("(a: int)", .structure([field("a", .int)])), ("[][]int", .array(.array(.int))),
      ("?[]?[string](foo, bar)", .nullable(.array(.nullable(.map(.enumeration([value("foo"), value("bar")])))))),
      ("[]?[]?int", .array(.nullable(.array(.nullable(.int))))), ("[string][]int", .map(.array(.int))),
    ]
  )
  func `a type is read`(text: String, type: DescribedType) throws {
    let description = try InterfaceDescription("interface a.b type T (t: \(text))")

    #expect(description.members.map(\.kind) == [.type(.structure([field("t", type)]))])
  }

  @Test func `comments belong to the next declaration`() throws {
    let text = """
      # An interface.
      interface a.b # Still before the type.

      # A type.
      #
      #   Indented.
      type T (
        # A field.
        a: int, #Without a space.
        b: (
          # A value.
          one, two
        )
      )
      # The end.
      """

    let description = try InterfaceDescription(text)

    let values = [DescribedValue(documentation: ["A value."], name: "one"), value("two")]
    let fields = [
      DescribedField(documentation: ["A field."], name: "a", type: .int),
      DescribedField(documentation: ["Without a space."], name: "b", type: .enumeration(values)),
    ]
    #expect(description.documentation == ["An interface."])
    #expect(description.members.map(\.documentation) == [["Still before the type.", "A type.", "", "  Indented."]])
    #expect(description.members.map(\.kind) == [.type(.structure(fields))])
    #expect(description.closing == ["The end."])
  }

  @Test(
    arguments: [
      "interface a.b", "interface\ta.b\n\n\n", "\n\ninterface\na.b\n",
      "interface a.b type A (a: ?A)", "interface a.b type A (b: []B) type B (a: A)",
      "interface a.b method F()->()method G ( ) -> ( )", "interface a.b error E() type T(a:int,b:\nint)",
      "interface a.b type T (type: int, method: int, error: int, interface: int, bool: int, object: object)",
    ]
  )
  func `space is free, and so is the order of members`(text: String) throws {
    #expect(try InterfaceDescription(text).name == "a.b")
  }

  @Test func `types are nested up to the limit`() throws {
    func nested(_ front: String, _ back: String, _ count: Int) -> String {
      let fronts = String(repeating: front, count: count)
      return "interface a.b type T (a: \(fronts)int\(String(repeating: back, count: count)))"
    }
    let refusal = "at most 64 types around another"

    for (front, back) in [("[]", ""), ("[string]", ""), ("(a: ", ")")] {
      #expect(throws: Never.self) { try InterfaceDescription(nested(front, back, 64)) }
      for count in [65, 20_000] {
        let error = #expect(throws: DescriptionError.self) { try InterfaceDescription(nested(front, back, count)) }
        #expect(error?.expected == refusal)
        #expect(error?.column == 26 + 64 * front.count)
      }
    }
  }

  @Test func `types beside one another do not count as nested`() throws {
    let fields = (0..<100).map { "f\($0): ?[]int" }.joined(separator: ", ")

    #expect(throws: Never.self) { try InterfaceDescription("interface a.b type T (\(fields))") }
  }

  @Test(arguments: 0..<300)
  func `a written description is read as the same one`(seed: Int) throws {
    let description = DescriptionGenerator.description(seed)

    #expect(try InterfaceDescription(description.text) == description)
  }
}

private func field(_ name: String, _ type: DescribedType) -> DescribedField {
  DescribedField(documentation: [], name: name, type: type)
}

private func value(_ name: String) -> DescribedValue { DescribedValue(documentation: [], name: name) }
