import BrightnessEventLoop
import BrightnessModel
import DDC
import Glibc

/// A light's properties as read from its files: everything but the level.
public struct DiscoveredLight: Hashable, Sendable {
  public var id: LightID
  public var kind: LightKind
  public var maximum: Int
  /// Nil for LEDs.
  public var type: BacklightType?
  public var scale: Scale = .linear
  public var place: LightPlace
  public var files: LightFiles
  /// Distinguishes a device from a later one with the same name.
  public var incarnation: UInt64 = 0
  /// Nil for a light of the kernel.
  public var monitor: Monitor?
}

/// The interface that the driver uses, most reliable first, as the kernel's ABI document orders
/// them.
public enum BacklightType: String, Hashable, Sendable, CaseIterable {
  case firmware, platform, raw
}

public struct LightFiles: Hashable, Sendable {
  /// The requested level. `actual_brightness` is not used: it can be in another unit, and reading
  /// it can block on the hardware.
  public var brightness: AttributeFile
  /// The LED's trigger. Writing 0 to `brightness` removes the active one.
  public var trigger: AttributeFile?
  /// `brightness_hw_changed`, which polls as urgent; present only if the driver can detect such
  /// changes.
  public var changedByHardware: AttributeFile?

  /// A light without other files.
  init(brightness: AttributeFile) { self.brightness = brightness }

  /// The files in a light's folder; optional ones only if present.
  public init(in folder: String) {
    func present(_ name: String) -> AttributeFile? {
      let file = AttributeFile(path: "\(folder)/\(name)")
      return file.exists ? file : nil
    }
    brightness = AttributeFile(path: "\(folder)/brightness")
    trigger = present("trigger")
    changedByHardware = present("brightness_hw_changed")
  }
}

extension DiscoveredLight {
  /// Reads the properties; nil if there is no such light.
  ///
  /// A missing file stands for the kernel's own default:
  ///
  /// | missing | taken for | since |
  /// |---|---|---|
  /// | `max_brightness` of a backlight | 0 | its properties begin as zeros |
  /// | `max_brightness` of an LED | 255 | `led_classdev_register` sets `LED_FULL` |
  /// | `type` | raw | `backlight_device_register` sets `BACKLIGHT_RAW` |
  /// | `scale` | unknown, so linear | kernels before 5.4 have no such file |
  /// | `trigger`, `brightness_hw_changed` | none | they are made for drivers that have them |
  ///
  /// `brightness` is never missing while its light is there.
  public static func read(_ id: LightID, under root: String) throws(LightError) -> DiscoveredLight? {
    let folder = "\(root)/class/\(id.subsystem.rawValue)/\(id.name)"
    guard let incarnation = try incarnation(of: folder) else { return nil }
    let place = try LightPlace.read(folder)
    let isBacklight = id.subsystem == .backlight
    return DiscoveredLight(
      id: id,
      kind: kind(of: id, at: place),
      maximum: try value("max_brightness", in: folder, isBacklight ? 0 : 255, AttributeFile.number) {
        Int(attribute: $0)
      },
      type: isBacklight ? try value("type", in: folder, .raw, "firmware, platform or raw", BacklightType.init) : nil,
      scale: try value("scale", in: folder, .linear, "linear, non-linear or unknown", Scale.init(attribute:)),
      place: place,
      files: LightFiles(in: folder),
      incarnation: incarnation
    )
  }

  /// The value of an attribute; `missing` without such a file.
  private static func value<Value>(
    _ name: String,
    in folder: String,
    _ missing: Value,
    _ wanted: String,
    _ parse: (String) -> Value?
  ) throws(LightError) -> Value {
    let file = AttributeFile(path: "\(folder)/\(name)")
    do throws(LightError) {
      let text = try file.text()
      guard let value = parse(text) else { throw .unexpected(path: file.path, found: text, wanted: wanted) }
      return value
    } catch {
      guard error.isMissing else { throw error }
      return missing
    }
  }

  /// The inode of the folder; sysfs does not reuse inode numbers.
  private static func incarnation(of folder: String) throws(LightError) -> UInt64? {
    var status = stat()
    do {
      try lightCall("inspect", folder) { stat(folder, &status) }
    } catch {
      guard error.isGone else { throw error }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return UInt64(status.st_ino)
  }

  private static func kind(of id: LightID, at place: LightPlace) -> LightKind {
    switch id.subsystem {
    case .ddc: .monitor
    case .leds: id.isKeyboard ? .keyboard : .indicator
    case .backlight:
      id.name.hasPrefix("ddcci") || place.connector?.portOfConnector.isPortForMonitors == true ? .monitor : .panel
    }
  }
}

/// The position of a light in the device tree, which tells its screen.
public struct LightPlace: Hashable, Sendable {
  /// The light's own folder, links resolved.
  public var device: String
  /// The name of the DRM connector above the light, such as "card0-eDP-1", if the driver registered
  /// it there.
  public var connector: String?
  /// The folder of the graphics card above the light, a PCI function.
  public var graphicsCard: String?

  /// An identity that does not depend on the light's name: the card's path with the connector's
  /// port, otherwise the card, or the parent device.
  ///
  /// Numbers in names depend on the order in which drivers load: `card0` may be `card1` after a
  /// restart, and `amdgpu_bl0` `amdgpu_bl1`.
  public var anchor: String {
    if let connector { return [graphicsCard, connector.portOfConnector].compactMap(\.self).joined(separator: "/") }
    return graphicsCard ?? device.parent
  }
}

extension LightPlace {
  /// Reads the names of the folders above a light: the kernel names connectors `card0-eDP-1` and
  /// PCI functions `0000:00:02.0`.
  static func read(_ folder: String) throws(LightError) -> LightPlace {
    let device = try resolve(folder)
    var place = LightPlace(device: device)
    var path = device.parent
    while !path.isEmpty, place.graphicsCard == nil {
      if place.connector == nil, isConnector(path.lastPathComponent) {
        place.connector = String(path.lastPathComponent)
      }
      if isPCIFunction(path.lastPathComponent), isGraphicsCard(path) { place.graphicsCard = path }
      path = path.parent
    }
    return place
  }

  private static func resolve(_ folder: String) throws(LightError) -> String {
    try converting(LightError.refused) { () throws(SystemError) in try Folder.resolved(folder) }
  }

  /// Whether it is a PCI function of base class 3, display. Bridges above a card are PCI functions
  /// too.
  private static func isGraphicsCard(_ path: String) -> Bool {
    guard let number = try? AttributeFile(path: "\(path)/class").text() else { return true }
    return number.hasPrefix("0x03")
  }

  private static func isConnector(_ name: Substring) -> Bool {
    guard name.hasPrefix("card") else { return false }
    let number = name.dropFirst(4).prefix(while: \.isASCIIDigit)
    return !number.isEmpty && name[number.endIndex...].hasPrefix("-")
  }

  /// Domain, bus, device and function: `0000:00:02.0`.
  private static func isPCIFunction(_ name: Substring) -> Bool {
    let parts = name.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    return parts.count == 4 && zip(parts, [4, 2, 2, 1]).allSatisfy { $0.count >= $1 && $0.allSatisfy(\.isHexDigit) }
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
