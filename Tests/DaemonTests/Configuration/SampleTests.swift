import Foundation
import Model
import Testing

@testable import Daemon

/// The sample configuration that is installed, with every key as a comment.
@Suite struct SampleTests {
  @Test func `the sample sets nothing`() throws {
    let reading = read(try text())

    #expect(reading.problems == [])
    #expect(reading.configuration == Configuration())
  }

  @Test func `it has every key of every section, each of which is accepted when it is no comment`() throws {
    let text = try text()
    let lines = text.matches(of: /\n#((?:\[|\w+=).*)/).map { String($0.1) }
    var keys: [String: Set<String>] = [:]
    var section = ""
    for line in lines {
      if line.hasPrefix("[") {
        section = String(line.dropFirst().prefix { $0.isLetter })
      } else {
        keys[section, default: []].insert(String(line.prefix { $0 != "=" }))
      }
    }

    var known = ConfigurationKeys.sections.mapValues { Set($0.keys) }
    known["Light"] = Set(ConfigurationKeys.light.keys)
    #expect(keys == known)
    #expect(read(lines.joined(separator: "\n")).problems == [])
  }

  @Test func `its limits and its log level are the defaults`() throws {
    let lines = try text().matches(of: /\n#((?:\[|\w+=).*)/).map { String($0.1) }
    let configuration = read(lines.joined(separator: "\n")).configuration

    #expect(configuration.limits == Limits())
    #expect(configuration.logLevel == Configuration().logLevel)
    #expect(configuration.group == Configuration.usualGroup)
  }

  private func text() throws -> String {
    let root = #filePath.components(separatedBy: "/Tests/DaemonTests/")[0]
    return try String(contentsOfFile: "\(root)/packaging/examples/brightnessd.conf", encoding: .utf8)
  }
}
