import BrokerAccess
import Fleet
import Foundation
import Service
import Testing

@testable import Bridge

/// The manual pages, and the sample configuration that is installed, with every key as a comment.
@Suite struct BridgeDocumentsTests {
  private let known = BridgeKeys.sections.mapValues { Set($0.keys) }

  @Test func `the manual page has the options of the help, and no others`() throws {
    let page = try text("docs/man/brightnessd-mqtt.8").replacing("\\-", with: "-")

    let listed = Set(page.matches(of: /\n\.It Fl (?:\w , Fl )?-([\w-]+)/).map { "--\($0.1)" })
    let helped = Set(BridgeArguments.help.matches(of: /--[\w-]+/).map { String($0.0) })

    #expect(listed == helped)
    #expect(listed.count == 6)
  }

  @Test func `the page of the configuration has every key of every section, and no others`() throws {
    let page = try text("docs/man/brightnessd-mqtt.conf.5")
    let keys = keys(in: page.matches(of: /\n\.(?:Sh|It Ic) (\[\w+|\w+=)/).map { String($0.1) })

    #expect(keys == Dictionary(uniqueKeysWithValues: known.map { ($0.key.uppercased(), $0.value) }))
  }

  @Test func `the sample sets nothing`() throws {
    #expect(read(try text("packaging/mqtt/examples/brightnessd-mqtt.conf")).configuration == BridgeConfiguration())
  }

  @Test func `the sample has every key of every section, each of which is accepted when it is no comment`() throws {
    let sample = try text("packaging/mqtt/examples/brightnessd-mqtt.conf")
    let lines = sample.matches(of: /\n#((?:\[|\w+=).*)/).map { String($0.1) }
    let reading = read(lines.joined(separator: "\n"))

    #expect(keys(in: lines) == known)
    #expect(reading.problems.map(\.description) == [])
    // The others are examples.
    var usual = BridgeConfiguration()
    usual.broker.hosts = ["mqtt.example.com"]
    usual.broker.port = 8883
    usual.broker.authorities = "/etc/ssl/certs/ca-certificates.crt"
    usual.broker.certificate = "/etc/ssl/certs/sign-7.crt"
    usual.broker.key = "/etc/brightnessd-mqtt.key"
    usual.broker.user = "sign-7"
    usual.broker.password = "/etc/brightnessd-mqtt.password"
    usual.device = reading.configuration.device
    usual.groups = reading.configuration.groups
    usual.homeAssistant.name = "Sign at the door"
    usual.homeAssistant.area = "Lobby"
    #expect(reading.configuration == usual)
  }

  private func text(_ path: String) throws -> String {
    let root = #filePath.components(separatedBy: "/Tests/BridgeTests/")[0]
    return try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  private func read(_ text: String) -> BridgeReading {
    BridgeReading([ConfigurationFile(path: "a.conf", content: .success(text))])
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
