import BrokerAccess
import DocumentedKeys
import Fleet
import Foundation
import Service
import Testing

@testable import Bridge

/// The manual pages, and the sample configuration that is installed, with every key as a comment.
@Suite struct BridgeDocumentsTests {
  private let known = BridgeKeys.sections.mapValues { Set($0.keys) }
  private let documents: DocumentedKeys

  init() throws {
    documents = try DocumentedKeys(
      page: "docs/man/brightnessd-mqtt.conf.5",
      sample: "packaging/mqtt/examples/brightnessd-mqtt.conf"
    )
  }

  @Test func `the manual page has the options of the help, and no others`() throws {
    let page = try repositoryText("docs/man/brightnessd-mqtt.8").replacing("\\-", with: "-")

    let listed = Set(page.matches(of: /\n\.It Fl (?:\w , Fl )?-([\w-]+)/).map { "--\($0.1)" })
    let helped = Set(BridgeArguments.help.matches(of: /--[\w-]+/).map { String($0.0) })

    #expect(listed == helped)
    #expect(listed.count == 6)
  }

  @Test func `the help fits into 80 columns`() {
    #expect(BridgeArguments.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the page of the configuration has every key of every section, and no others`() {
    #expect(documents.onPage == known.inCapitals)
  }

  @Test func `the sample sets nothing`() {
    #expect(read(documents.sample).configuration == BridgeConfiguration())
  }

  @Test func `the sample has every key of every section, each of which is accepted when it is no comment`() {
    let reading = read(documents.assignments)

    #expect(documents.inSample == known)
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

  private func read(_ text: String) -> BridgeReading {
    BridgeReading([ConfigurationFile(path: "a.conf", content: .success(text))])
  }
}
