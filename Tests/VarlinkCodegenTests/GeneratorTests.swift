import BrightnessVarlink
import CommandLines
import Testing

@testable import VarlinkCodegen

@Suite struct GeneratorTests {
  @Test(arguments: [
    ("List", "list"), ("GetInfo", "getInfo"), ("OnAppear", "onAppear"), ("IOError", "ioError"), ("IO", "io"),
    ("Import", "`import`"), ("Init", "init_"), ("GetUID", "getUID"),
  ])
  func `a member becomes a function in lower camel case`(member: String, function: String) {
    #expect(SwiftNames.function(member) == function)
  }

  @Test func `types described in place never hide a property or each other`() {
    #expect(
      SwiftNames.types(of: ["place", "Inner", "inner", "string"]) == [
        "Place", "InnerValue", "InnerValueValue", "StringValue",
      ]
    )
  }

  @Test func `an interface without methods has no client and no server`() throws {
    let text = try generate("interface a.b\ntype T (x: int)\n")

    #expect(text.contains("struct T: VarlinkValue"))
    #expect(!text.contains("Client") && !text.contains("Server") && !text.contains("ServedInterface"))
  }

  @Test func `comments become documentation comments`() throws {
    let text = try generate(
      "# One.\ninterface a.b\n# Two.\ntype T (\n# Three.\nx: int\n)\ntype E (\n# Four.\nc, d\n)\n"
    )

    #expect(text.contains("/// One.\npublic enum BInterface"))
    #expect(text.contains("  /// Two.\n  public struct T"))
    #expect(text.contains("    /// Three.\n    public var x: Int"))
    #expect(text.contains("    /// Four.\n    case c\n    case d"))
  }

  @Test(arguments: [("public", "public struct T"), ("package", "package struct T"), ("internal", "\n  struct T")])
  func `declarations have the access level of the option`(access: String, declaration: String) throws {
    #expect(try generate("interface a.b\ntype T (x: int)\n", "--access", access).contains(declaration))
  }

  @Test func `names begin with the prefix of the option`() throws {
    #expect(try generate("interface a.b\ntype T (x: int)\n", "--prefix", "Lamp").contains("enum LampInterface"))
  }

  @Test func `an existing enumeration gets conversions and an alias`() throws {
    let text = try generate("interface a.b\ntype Kind (in, out)\n", "--use", "Kind=Way", "--import", "BrightnessModel")

    #expect(text.contains("import BrightnessModel\nimport BrightnessVarlink\n"))
    #expect(text.contains("public typealias Kind = Way"))
    #expect(text.contains("extension Way: JSONReadable, JSONWritable {"))
    #expect(text.contains("case \"in\": self = .`in`"))
    #expect(!text.contains("enum Kind"))
  }

  @Test func `a type declared by hand is omitted`() throws {
    #expect(try !generate("interface a.b\ntype Level (raw: int)\n", "--use", "Level").contains("struct Level"))
  }

  @Test func `a field of milliseconds is a duration if the option says so`() throws {
    let text = "interface a.b\ntype T (ageMilliseconds: int, milliseconds: int)\n"

    #expect(try generate(text).contains("public var ageMilliseconds: Int"))
    #expect(try generate(text, "--durations").contains("public var age: Duration\n    public var milliseconds: Int"))
  }

  @Test func `only a field that closes a cycle is stored indirectly`() throws {
    let text = try generate("interface a.b\ntype A (b: ?B, list: []A)\ntype B (a: ?A, c: ?C)\ntype C (x: int)\n")

    #expect(text.contains("@Indirect public var b: BInterface.B?"))
    #expect(text.contains("@Indirect public var a: BInterface.A?"))
    #expect(text.contains("    public var list: [BInterface.A]"))
    #expect(text.contains("    public var c: BInterface.C?"))
  }

  @Test(arguments: [
    (["--access", "secret"], "cannot use '--access secret': expected public, package or internal"),
    (["--what"], "cannot use '--what': unknown option"), (["file"], "cannot use 'file': expected an option"),
    (["--use"], "cannot use '--use': expected a type after it"),
  ])
  func `an unknown option is refused by name`(words: [String], message: String) {
    #expect {
      try Options(words)
    } throws: {
      "\($0)" == message
    }
  }

  @Test func `a description with an error is refused with its line`() {
    #expect(throws: DescriptionError.self) { try generate("interface a.b\ntype T (x: y)\n") }
  }

  private func generate(_ text: String, _ options: String...) throws -> String {
    try InterfaceGenerator(text, Options(options)).file()
  }
}
