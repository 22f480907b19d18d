import Testing

@testable import Daemon

@Suite struct ConfigurationKeysTests {
  @Test func `the text names every key and no other`() throws {
    let known = ConfigurationKeys.sections.values.flatMap(\.keys) + ConfigurationKeys.light.keys

    let named = try documentedKeys()

    #expect(named.sorted() == known.sorted())
  }

  /// The first columns of the tables in docs/brightnessd.conf.md.
  private func documentedKeys() throws -> [String] {
    let repository = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let file = ConfigurationFile(reading: "/\(repository)/docs/brightnessd.conf.md")
    let text = try #require(file).content.get()
    return text.split(separator: "\n").compactMap { line in
      let cell = line.split(separator: "|").first?.split(separator: " ").first
      guard line.hasPrefix("| `"), let cell, cell.hasSuffix("=`") else { return nil }
      return String(cell.dropFirst().dropLast(2))
    }
  }
}
