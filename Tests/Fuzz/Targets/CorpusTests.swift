import Foundation
import Testing

/// The committed inputs of `make fuzz`, once each, so that `make test` fails when a target does not
/// compile or a property is broken. A broken property traps, as under libFuzzer.
@Suite struct CorpusTests {
  private static let corpus = #filePath.components(separatedBy: "/Targets/")[0] + "/Corpus"

  @Test func `each target has inputs`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus)
    #expect(folders.sorted() == targets.keys.sorted())
  }

  @Test(arguments: targets.keys.sorted())
  func `inputs are parsed or refused, and keep the properties of their target`(name: String) throws {
    let target = try #require(targets[name])
    let folder = "\(Self.corpus)/\(name)"
    let inputs = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!inputs.isEmpty)

    for input in inputs.sorted() {
      let bytes = try Array(Data(contentsOf: URL(filePath: "\(folder)/\(input)")))
      // Most inputs are refused, by an error.
      try? target(bytes)
    }
  }
}
