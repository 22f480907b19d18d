import DocumentedKeys
import Testing

@testable import Daemon

/// The manual page, and the sample configuration that is installed, with every key as a comment.
@Suite struct DocumentedKeysTests {
  private let documents: DocumentedKeys
  private let known: DocumentedKeys.Sections

  init() throws {
    documents = try DocumentedKeys(page: "docs/man/brightnessd.conf.5", sample: "packaging/examples/brightnessd.conf")
    known = ConfigurationKeys.sections.mapValues { Set($0.keys) }
      .merging(["Light": Set(ConfigurationKeys.light.keys)]) { $1 }
  }

  @Test func `the manual page has every key of every section, and no others`() {
    #expect(documents.onPage == known.inCapitals)
  }

  @Test func `the sample sets nothing`() {
    let reading = read(documents.sample)

    #expect(reading.problems == [])
    #expect(reading.configuration == Configuration())
  }

  @Test func `the sample has every key of every section, each of which is accepted when it is no comment`() {
    let reading = read(documents.assignments)

    #expect(documents.inSample == known)
    #expect(reading.problems == [])
    // Its limits and its log level are the defaults.
    #expect(reading.configuration.limits == Limits())
    #expect(reading.configuration.logLevel == Configuration().logLevel)
    #expect(reading.configuration.groups == [Configuration.usualGroup])
  }
}
