import BrightnessEventLoop
import BrightnessModel
import Glibc

/// What the user says about the light sensor, and the clients that are sensors.
public struct SensorSettings: Hashable, Sendable {
  public var selection = Selection.best
  public var place = Place.lid
  public var feeds: [SensorFeed] = []

  public init(selection: Selection = .best, place: Place = .lid, feeds: [SensorFeed] = []) {
    self.selection = selection
    self.place = place
    self.feeds = feeds
  }

  public enum Selection: Hashable, Sendable {
    case best
    /// A driver's name such as "als", or a device's such as "iio:device0".
    case named(String)
    /// The name of a client.
    case fed(String)
    case off
  }

  public enum Place: String, CaseIterable, Sendable {
    /// Beside the panel, so that it may be covered while no panel is lit. A machine without a panel
    /// has no lid.
    case lid
    case room
  }
}

/// The light sensors of the machine, and the one in use.
public struct SensorChoice: Hashable, Sendable {
  public let outcome: Outcome
  /// The other ones, with the reasons.
  public let unused: [UnusedSensor]

  public enum Outcome: Hashable, Sendable {
    /// Sensors of the same kind. One of them may be covered, so the largest reading counts.
    case found(first: SensorSource, others: [SensorSource])
    case none(NoSensorReason)
  }

  /// Nil if there is none.
  public var sensor: LightSensor? {
    if case .found(let first, _) = outcome { first.sensor } else { nil }
  }

  /// Finds the sensors below a folder that stands for `/sys`. Reads only what the kernel has in
  /// memory, so that this does not block.
  public static func find(under root: String, _ settings: SensorSettings = SensorSettings()) -> SensorChoice {
    let folder = "\(root)/bus/iio/devices"
    let others = [FoundSensor(ofMac: root)].compactMap(\.self) + settings.feeds.map(FoundSensor.init)
    do {
      let devices = try Folder.names(in: folder).filter { $0.hasPrefix("iio:device") }
      let found = devices.compactMap { FoundSensor($0, in: "\(folder)/\($0)") }
      return SensorChoice(from: found + others, settings, in: folder)
    } catch {
      return SensorChoice(from: others, settings, in: folder, unlisted: error)
    }
  }

  private init(
    from found: [FoundSensor],
    _ settings: SensorSettings,
    in folder: String,
    unlisted error: SystemError? = nil
  ) {
    let wanted = found.filter { $0.isNamed(by: settings.selection) }
    guard let best = wanted.min(by: { $0.rank < $1.rank }) else {
      outcome = .none(error.map(NoSensorReason.unlisted) ?? NoSensorReason(settings.selection, folder: folder))
      unused = found.map { UnusedSensor($0, .configured(settings.selection)) }
      return
    }
    let chosen = wanted.filter { $0.rank == best.rank }.map(\.source)
    outcome = .found(first: chosen[0], others: Array(chosen.dropFirst()))
    unused = found.filter { !chosen.contains($0.source) }.map { sensor in
      let isWanted = sensor.isNamed(by: settings.selection)
      return UnusedSensor(sensor, isWanted ? sensor.disadvantage(to: best) : .configured(settings.selection))
    }
  }
}

public enum NoSensorReason: Hashable, Sendable, CustomStringConvertible {
  case notFound(folder: String)
  case notNamed(String, folder: String)
  /// The configuration names a client that is not connected.
  case clientNotConnected(String)
  case turnedOff
  case unlisted(SystemError)

  fileprivate init(_ selection: SensorSettings.Selection, folder: String) {
    self =
      switch selection {
      case .best: .notFound(folder: folder)
      case .named(let name): .notNamed(name, folder: folder)
      case .fed(let name): .clientNotConnected(name)
      case .off: .turnedOff
      }
  }

  public var description: String {
    switch self {
    case .notFound(let folder): "no light sensor was found in '\(folder)'"
    case .notNamed(let name, let folder): "no light sensor in '\(folder)' is named \(name.quotedInShort)"
    case .clientNotConnected(let name): "no client gives the readings of a light sensor named \(name.quotedInShort)"
    case .turnedOff: "the configuration says that none is used"
    case .unlisted(let error): "\(error)"
    }
  }
}

/// A light sensor that is not read.
public struct UnusedSensor: Hashable, Sendable, CustomStringConvertible {
  public let sensor: LightSensor
  public let reason: UnusedSensorReason

  fileprivate init(_ found: FoundSensor, _ reason: UnusedSensorReason) {
    sensor = found.source.sensor
    self.reason = reason
  }

  public var description: String { "'\(sensor.device)' (\(sensor.name)) is not used: \(reason)" }
}

public enum UnusedSensorReason: Hashable, Sendable, CustomStringConvertible {
  case configured(SensorSettings.Selection)
  /// It is beside the keyboard, where hands cover it.
  case isInBase(better: String)
  /// Another one gives better numbers.
  case outranked(by: String)
  /// A client gives its readings, and the machine has a sensor.
  case clientSensor(better: String)

  public var description: String {
    switch self {
    case .configured(.named(let name)): "the configuration names \(name.quotedInShort)"
    case .configured(.fed(let name)): "the configuration names the client \(name.quotedInShort)"
    case .configured: "\(NoSensorReason.turnedOff)"
    case .isInBase(let other): "it is beside the keyboard, and '\(other)' is not"
    case .outranked(let other): "'\(other)' gives better numbers"
    case .clientSensor(let other): "the machine has a sensor of its own, '\(other)'"
    }
  }
}

/// A sensor, and what ranks it.
private struct FoundSensor {
  /// Attributes with light, best first: those in lux, computed by the driver; raw ones; and last
  /// those without a unit.
  static let attributes = [
    "in_illuminance_input", "in_illuminance0_input", "in_illuminance_raw", "in_illuminance0_raw",
    "in_illuminance_clear_raw", "in_intensity_both_raw", "in_intensity_clear_raw",
  ]

  let source: SensorSource
  let place: Place
  /// The place among `attributes`.
  let order: Int

  /// Where it is, best first.
  enum Place: Int, Comparable {
    /// Near the screen.
    case screen
    /// Beside the keyboard.
    case base
    case client

    static func < (left: Place, right: Place) -> Bool { left.rawValue < right.rawValue }
  }

  /// Nil for a device that measures something else.
  init?(_ device: String, in folder: String) {
    func text(_ name: String) -> String? { try? AttributeFile(path: "\(folder)/\(name)").text() }
    guard let order = Self.attributes.firstIndex(where: { AttributeFile(path: "\(folder)/\($0)").exists }) else {
      return nil
    }
    self.order = order
    let attribute = Self.attributes[order]
    let name = text("name").map { $0.inOneLine(atMost: 64) } ?? device
    let unit: LightSensor.Unit = attribute.hasPrefix("in_intensity") ? .unknown : .lux
    let sensor = LightSensor(name: name, device: device, unit: unit)
    source = SensorSource(sensor: sensor, value: SensorSource.Value(attribute, in: folder))
    // The driver of Chromebooks names the place, such as "als-base".
    place = text("label")?.hasSuffix("base") == true ? .base : .screen
  }

  /// The sensors of a MacBook, which are not a device of iio.
  init?(ofMac root: String) {
    let device = "applesmc.768"
    let file = AttributeFile(path: "\(root)/devices/platform/\(device)/light")
    guard file.exists else { return nil }
    source = SensorSource(sensor: LightSensor(name: "applesmc", device: device, unit: .unknown), value: .pair(file))
    place = .screen
    order = Self.attributes.count
  }

  init(_ feed: SensorFeed) {
    source = SensorSource(sensor: feed.sensor, value: .fed(feed.light))
    place = .client
    order = 0
  }

  var rank: (Place, Int) { (place, order) }

  func isNamed(by selection: SensorSettings.Selection) -> Bool {
    switch selection {
    case .best: true
    case .named(let name): place != .client && [source.sensor.name, source.sensor.device].contains(name)
    case .fed(let name): place == .client && name == source.sensor.name
    case .off: false
    }
  }

  func disadvantage(to best: FoundSensor) -> UnusedSensorReason {
    let other = best.source.sensor.device
    return switch place {
    case best.place: .outranked(by: other)
    case .base: .isInBase(better: other)
    case .client: .clientSensor(better: other)
    case .screen: preconditionFailure("no sensor has a better place than the screen")
    }
  }
}

extension SensorSource.Value {
  /// A channel's own scale and offset come before those that all channels of a kind share.
  fileprivate init(_ attribute: String, in folder: String) {
    let file = AttributeFile(path: "\(folder)/\(attribute)")
    guard attribute.hasSuffix("_raw") else {
      self = .processed(file)
      return
    }
    let channel = String(attribute.dropLast("_raw".count))
    let kind = attribute.hasPrefix("in_intensity") ? "in_intensity" : "in_illuminance"
    func first(_ ending: String) -> AttributeFile? {
      [channel, kind].map { AttributeFile(path: "\(folder)/\($0)_\(ending)") }.first(where: \.exists)
    }
    self = .raw(file, offset: first("offset"), scale: first("scale"))
  }
}
