import BrokerAccess
import Fleet
import Glibc
import MQTT
import Service

/// The values of the configuration files of a controller, or their defaults.
struct FleetConfiguration: Equatable, Sendable {
  /// The broker is to notice soon that the network of a controller is away.
  var broker = BrokerConfiguration(keepAlive: .seconds(10))
  var root = "brightnessd"
  /// Nil for the broker's user, or without one the user of this process.
  var controller: FleetName?
  /// Where Home Assistant learns about devices.
  var prefix = HomeAssistantSettings.usualPrefix

  private static let fresh = FleetConfiguration()

  static let sections: [String: [String: ConfigurationKey<FleetConfiguration>]] = [
    "Broker": BrokerKeys.keys(at: \.broker, of: fresh.broker),
    "Fleet": ["Topic": .one(\.root, of: fresh, .any), "Controller": .one(\.controller, BrokerKeys.name)],
    "HomeAssistant": ["Prefix": .one(\.prefix, of: fresh, BrokerKeys.topic)],
  ]
}

/// The result of reading the configuration files of a controller.
struct FleetReading: Sendable {
  let configuration: FleetConfiguration
  /// The names in topics; nil if they cannot be used.
  let topics: ControllerTopics?
  let problems: [ConfigProblem]

  init(_ files: [ConfigurationFile], user: String = Self.userName) {
    var reading = SectionReading(files, FleetConfiguration.sections, from: FleetConfiguration())
    configuration = reading.configuration
    reading.check(configuration.broker)
    let controller = configuration.controller ?? FleetName(of: configuration.broker.user ?? user)
    do throws(FleetNamesError) {
      topics = try ControllerTopics(
        root: configuration.root,
        controller: controller,
        prefix: configuration.prefix
      )
    } catch {
      reading.report("\(error)", ofKey: "Topic")
      topics = nil
    }
    problems = reading.problems
  }

  /// The name of this process's user, or their number.
  static var userName: String { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())" }
}
