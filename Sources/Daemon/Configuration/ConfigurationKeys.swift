import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Hardware
import Service

enum ConfigurationKeys {
  static let sections: [String: [String: ConfigurationKey<Configuration>]] = [
    "Daemon": daemon, "Limits": limits, "Lights": lights, "Automatic": automatic,
  ]

  private static let daemon: [String: ConfigurationKey<Configuration>] = [
    "Group": .list(\.groups, group, "groups"),
    "LogLevel": .one(\.logLevel, of: fresh, .word),
  ]

  private static let limits: [String: ConfigurationKey<Configuration>] = [
    "Connections": .one(\.limits.wire.connections, of: fresh, .count(upTo: 65_536)),
    "ConnectionsPerUser": .one(\.limits.wire.connectionsPerUser, of: fresh, .count(upTo: 65_536)),
    "ScenesPerSession": .one(\.limits.session.scenes, of: fresh, .count(upTo: 1024)),
    "SceneBytesPerUser": .one(\.limits.session.userBytes, of: fresh, .bytes(4 << 10...1 << 20)),
  ]

  /// Keys of `[Limits]` in earlier versions, for a message that they have no effect any more.
  static let fixedLimits: Set = [
    "BufferBytes", "BufferBytesPerUser", "ClaimsPerScene", "MessageBytes", "Nesting", "OutputBytes", "SceneBytes",
    "StringBytes",
  ]

  private static let lights: [String: ConfigurationKey<Configuration>] = [
    "Ignore": .many(\.lights.ignored, listed),
    "Panel": .many(\.lights.panels, listed),
    "Also": .many(\.lights.indicators, led),
  ]

  private static let automatic: [String: ConfigurationKey<Configuration>] = [
    "Sensor": .one(\.sensor.selection, of: fresh, sensor),
    "SensorPlace": .one(\.sensor.place, of: fresh, .word),
    "KeyboardBelow": .one(\.keyboardIsDarkBelow, .lux),
  ]

  static let light: [String: ConfigurationKey<LightOverride>] = [
    "Alias": .one(\.alias, alias),
    "Floor": .one(\.floor, floor),
    "Scale": .one(\.scale, .word),
    "Kind": .one(\.kind, .word),
    "KeepsBase": .one(\.keepsBase, .switching),
    "Least": .one(\.least, bound),
    "Most": .one(\.most, bound),
    "Automatic": .one(\.automatic, .switching),
    "Curve": .one(\.curve, .curve),
  ]

  private static let bound = ConfigurationValue(expected: "0% to 100%, or a number of steps") { text in
    if let number = Int(plain: text) { return LightOverride.Bound.raw(number) }
    return (try? Double(percentage: text)).flatMap { try? Share(percent: $0) }.map { .share($0) }
  }

  private static let fresh = Configuration()

  private static let floor = ConfigurationValue(expected: "a percentage from 1% to 100%") { text in
    (try? Double(percentage: text)).flatMap { $0 >= 1 ? try? Share(percent: $0) : nil }
  }

  private static let group = ConfigurationValue(expected: "the name or number of a group") {
    $0.isName(atMost: 32) ? $0 : nil
  }

  private static let alias = ConfigurationValue(
    expected: "a name of up to 64 letters, digits, dots, hyphens and underscores that is not a kind of light"
  ) { $0.isName(atMost: 64) && LightKind(rawValue: $0) == nil ? $0 : nil }

  private static let listed = ConfigurationValue(
    expected: "ids such as backlight/intel_backlight or ddc/DEL-a0b1-777, as in `brightness list`"
  ) { LightID($0) }

  private static let sensor = ConfigurationValue(
    expected: "the name of a light sensor, such as als, iio:device0 or feed:webcam, or none"
  ) { text -> SensorSettings.Selection? in
    if text == "none" { return .off }
    if let name = LightSensor.feedName(in: text) { return LightSensor.isFeedName(name) ? .fed(String(name)) : nil }
    return text.utf8.count <= 64 ? .named(text) : nil
  }

  /// The name of an LED, given with its class.
  private static let led = ConfigurationValue(expected: "LEDs such as leds/tpacpi::power") { text in
    LightID(text).flatMap { $0.subsystem == .leds ? $0.name : nil }
  }
}
