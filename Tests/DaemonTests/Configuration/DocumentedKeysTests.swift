import Foundation
import Testing

@testable import Daemon

/// The manual page, and the sample configuration that is installed, with every key as a comment.
@Suite struct DocumentedKeysTests {
  private let sample: String
  private let known: [String: Set<String>]

  init() throws {
    sample = try repositoryText("packaging/examples/brightnessd.conf")
    known = ConfigurationKeys.sections.mapValues { Set($0.keys) }
      .merging(["Light": Set(ConfigurationKeys.light.keys)]) { $1 }
  }

  @Test func `the manual page has every key of every section, and no others`() throws {
    let page = try repositoryText("docs/man/brightnessd.conf.5")
    let keys = keys(in: page.matches(of: /\n\.(?:Sh|It Ic) (\[\w+|\w+=)/).map { String($0.1) })

    #expect(keys == Dictionary(uniqueKeysWithValues: known.map { ($0.key.uppercased(), $0.value) }))
  }

  @Test func `the sample sets nothing`() throws {
    let reading = read(sample)

    #expect(reading.problems == [])
    #expect(reading.configuration == Configuration())
  }

  @Test func `the sample has every key of every section, each of which is accepted when it is no comment`() {
    let lines = sample.matches(of: /\n#((?:\[|\w+=).*)/).map { String($0.1) }
    let reading = read(lines.joined(separator: "\n"))

    #expect(keys(in: lines) == known)
    #expect(reading.problems == [])
    // Its limits and its log level are the defaults.
    #expect(reading.configuration.limits == Limits())
    #expect(reading.configuration.logLevel == Configuration().logLevel)
    #expect(reading.configuration.groups == [Configuration.usualGroup])
  }

  /// The keys of each section that has any.
  private func keys(in lines: [String]) -> [String: Set<String>] {
    var keys: [String: Set<String>] = [:]
    var section = ""
    for line in lines {
      if line.hasPrefix("[") {
        section = String(line.dropFirst().prefix { $0.isLetter })
      } else {
        keys[section, default: []].insert(String(line.prefix { $0 != "=" }))
      }
    }
    return keys
  }
}
