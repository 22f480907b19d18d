import BrokerAccess
import Fleet
import Service
import Testing

@testable import FleetCommands

@Suite struct FleetReadingTests {
  @Test func `every key is applied`() throws {
    let reading = read(
      "[Broker]\nHost=a\n[Fleet]\nTopic=site/brightness\nController=guard\n[HomeAssistant]\nPrefix=site/ha"
    )

    #expect(reading.problems == [])
    #expect(reading.configuration.broker.hosts == ["a"])
    #expect(
      try reading.topics
        == ControllerTopics(root: "site/brightness", controller: #require(FleetName("guard")), prefix: "site/ha")
    )
  }

  @Test(arguments: [("", "ann-smith"), ("User=g.uard\n", "g-uard")])
  func `a controller is named after the user of the broker, or of the process`(line: String, name: String) {
    let reading = read("[Broker]\nHost=a\n\(line)")

    #expect(reading.topics?.controller == FleetName(name))
  }

  @Test(arguments: [
    ("Topic=a//b", "cannot use 'a//b': expected names of letters, digits, '-' and '_', with '/' between them"),
    (
      "Controller=a.b",
      "cannot use 'Controller=a.b': expected a name of up to 64 letters, digits, hyphens and underscores"
    ),
  ])
  func `a mistake is named with its file and line`(line: String, sentence: String) {
    #expect(read("[Broker]\nHost=a\n[Fleet]\n\(line)").problems.map(\.description) == ["a.conf:4: \(sentence)"])
  }

  private func read(_ text: String) -> FleetReading {
    FleetReading([ConfigurationFile(path: "a.conf", content: .success(text))], user: "ann.smith")
  }
}
