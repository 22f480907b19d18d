import BrokerAccess
import Fleet
import Glibc
import Service

/// The result of reading the configuration files.
struct BridgeReading: Sendable {
  let configuration: BridgeConfiguration
  /// The names in topics; nil if they cannot be used.
  let topics: FleetTopics?
  private let findings: ConfigurationFindings

  var problems: [ConfigProblem] { findings.problems }
  var isValid: Bool { findings.isValid }
  /// What `--check-config` says after the problems.
  var summary: String { findings.summary(warnings: "the rest is used", errors: "the bridge does not start") }

  init(_ files: [ConfigurationFile], hostName: String = Self.hostName) {
    var reading = SectionReading(files, BridgeKeys.sections, from: BridgeConfiguration())
    configuration = reading.configuration
    reading.check(configuration.broker)
    if configuration.isDiscoverable, !configuration.publishes.contains(.lights) {
      reading.report(
        "cannot use 'Discovery=yes' without lights in Publish=: Home Assistant reads their topics",
        ofKey: "Discovery"
      )
    }
    topics = Self.topics(of: configuration, hostName, &reading)
    findings = reading.findings
  }

  private static func topics(
    of configuration: BridgeConfiguration,
    _ hostName: String,
    _ reading: inout SectionReading<BridgeConfiguration>
  ) -> FleetTopics? {
    let device = configuration.device ?? FleetName(of: hostName)
    do throws(FleetNamesError) {
      return try FleetTopics(root: configuration.root, device: device, groups: configuration.groups)
    } catch {
      let key =
        switch error {
        case .root: "Topic"
        case .twice: "Groups"
        case .reserved(let name): name == device ? "Device" : "Groups"
        }
      reading.report("\(error)", ofKey: key)
      return nil
    }
  }

  static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    // The last byte stays 0, whatever the name is.
    gethostname(&bytes, bytes.count - 1)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
