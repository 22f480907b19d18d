@testable import VarlinkCodegen

import InterfaceChecks
import Testing

@Suite struct DescriptionWriterTests {
  @Test(arguments: DescriptionFiles.names)
  func `the interfaces of brightnessd are formatted as in their files`(name: String) throws {
    let text = try DescriptionFiles.text(of: name)

    let description = try InterfaceDescription(text)

    #expect(description.name == name)
    #expect(description.text == text)
  }

  @Test(arguments: 0..<300)
  func `a written value is read as the same value`(seed: Int) throws {
    let description = DescriptionGenerator.description(seed)

    let text = description.text
    let read = try InterfaceDescription(text)

    #expect(read == description)
    #expect(read.text == text)
  }

  @Test func `a declaration with a comment inside or beyond the width has a line for each field`() throws {
    let text = """
      interface a.b

      type Few (one, two)

      type Many (
        \(name(40))1,
        \(name(40))2,
        # This.
        \(name(40))3
      )

      method F(
        # That.
        a: ?[string](
          \(name(40))1: int,
          \(name(40))2: int,
          \(name(40))3: int
        ),
        b: int
      ) -> (c: int)

      """

    let description = try InterfaceDescription(text)

    #expect(description.text == text)
  }

  @Test func `a structure with a name is broken if it has fields`() throws {
    let text = """
      interface a.b

      type One (
        a: ?[](b: int, c: (one, two))
      )

      type None ()

      """

    let description = try InterfaceDescription(text)

    #expect(description.text == text)
  }

  @Test func `errors stand together unless a comment comes between`() throws {
    let text = """
      interface a.b

      # Those.
      #
      error A ()
      error B (a: int)

      # These.
      error C ()

      method F() -> ()

      error D ()

      # The end.

      """

    let description = try InterfaceDescription(text)

    #expect(description.text == text)
  }

  @Test func `a line ends at 120 columns`() throws {
    let fits = "error E (\(name(97)): int, b: int)"
    let fitsNot = "error E (\(name(98)): int, b: int)"

    #expect(try written(fits) == fits)
    #expect(try written(fitsNot) == "error E (\n  \(name(98)): int,\n  b: int\n)")
  }

  @Test func `a field ends there with its comma`() throws {
    let fits = try written("type T (a: [](\(name(105)): int), b: int)")
    let fitsNot = try written("type T (a: [](\(name(106)): int), b: int)")

    #expect(fits == "type T (\n  a: [](\(name(105)): int),\n  b: int\n)")
    #expect(fitsNot == "type T (\n  a: [](\n    \(name(106)): int\n  ),\n  b: int\n)")
  }

  @Test func `the input of a method stays in the line of its arrow`() throws {
    let fits = try written("method F(\(name(100)): int) -> (b: int)")
    let fitsNot = try written("method F(\(name(101)): int) -> (b: int)")
    let documented = try written("method F(\(name(101)): int) -> (# b\nb: int)")

    #expect(fits == "method F(\(name(100)): int) -> (\n  b: int\n)")
    #expect(fitsNot == "method F(\n  \(name(101)): int\n) -> (b: int)")
    #expect(documented == "method F(\n  \(name(101)): int\n) -> (\n  # b\n  b: int\n)")
  }

  private func name(_ length: Int) -> String { String(repeating: "x", count: length) }

  private func written(_ member: String) throws -> String {
    let text = try InterfaceDescription("interface a.b \(member)").text
    return String(text.dropFirst("interface a.b\n\n".count).dropLast())
  }
}
