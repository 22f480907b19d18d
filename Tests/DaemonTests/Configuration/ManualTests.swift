import Foundation
import Testing

@testable import Daemon

@Suite struct ManualTests {
  @Test func `the manual page has every key of every section, and no others`() throws {
    let known = ConfigurationKeys.sections.mapValues { Set($0.keys) }.merging([
      "Light": Set(ConfigurationKeys.light.keys)
    ]) { $1 }

    let page = try keys(in: "docs/man/brightnessd.conf.5", section: /\n\.Sh \[(\w+)/, key: /\n\.It Ic (\w+)=/)

    #expect(page == Dictionary(uniqueKeysWithValues: known.map { ($0.key.uppercased(), $0.value) }))
  }

  private var root: String { #filePath.components(separatedBy: "/Tests/DaemonTests/")[0] }

  /// The keys of each section that has any.
  private func keys(
    in file: String,
    section: Regex<(Substring, Substring)>,
    key: Regex<(Substring, Substring)>
  ) throws -> [String: Set<String>] {
    let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
    let heads = text.matches(of: section)
    var keys: [String: Set<String>] = [:]
    for (index, head) in heads.enumerated() {
      let end = index + 1 < heads.count ? heads[index + 1].range.lowerBound : text.endIndex
      let found = Set(text[head.range.lowerBound..<end].matches(of: key).map { String($0.1) })
      if !found.isEmpty { keys[String(head.1)] = found }
    }
    return keys
  }
}
