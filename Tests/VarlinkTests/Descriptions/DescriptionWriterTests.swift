@testable import Varlink

import Testing

@Suite struct DescriptionWriterTests {
  @Test(arguments: DescriptionFiles.names)
  func `our interfaces are written as they lie there, byte for byte`(name: String) throws {
    let text = try DescriptionFiles.text(of: name)

    let description = try InterfaceDescription(text)

    #expect(description.name == name)
    #expect(description.text == text)
  }

  @Test(arguments: 0..<300)
  func `what is written is read as what it was`(seed: Int) throws {
    let description = DescriptionGenerator.description(seed)

    let text = description.text
    let read = try InterfaceDescription(text)

    #expect(read == description)
    #expect(read.text == text)
  }

  @Test func `what has a comment or does not fit into a line is broken`() throws {
    let name = String(repeating: "x", count: 40)
    let text = """
      interface a.b

      type One (
        a: ?[](b: int, c: (one, two))
      )

      type None ()

      type Few (one, two)

      type Many (
        \(name)1,
        \(name)2,
        # This.
        \(name)3
      )

      method F(
        # That.
        a: ?[string](
          \(name)1: int,
          \(name)2: int,
          \(name)3: int
        ),
        b: int
      ) -> (c: int)

      method G() -> (
        \(name)1: int,
        \(name)2: int,
        \(name)3: int
      )

      # Those.
      error A ()
      error B (a: int)

      # These.
      error C ()

      # The end.

      """

    let description = try InterfaceDescription(text)

    #expect(description.text == text)
  }

  @Test(arguments: [119, 120, 121])
  func `a line ends at 120 columns`(length: Int) throws {
    let method = "method F(a: int) -> (b: int, c: (d, e), : int)"
    let name = String(repeating: "n", count: length - method.utf8.count)
    let text = "interface a.b\n\n" + method.replacing(", :", with: ", \(name):") + "\n"

    let written = try InterfaceDescription(text).text

    #expect((written == text) == (length <= 120))
    #expect(written.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }
}
