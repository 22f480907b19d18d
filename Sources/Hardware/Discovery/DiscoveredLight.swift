import EventLoop
import Glibc
import Model

/// A light's properties, as its files describe them; everything but the level.
public struct DiscoveredLight: Hashable, Sendable {
  public var id: LightID
  public var kind: LightKind
  public var maximum: Int
  /// Nil for LEDs.
  public var type: BacklightType?
  public var scale: Scale = .linear
  public var place: LightPlace
  public var files: LightFiles
  /// Differs between a device and a later one of the same name.
  public var incarnation: UInt64 = 0
}

/// The interface that the driver uses, most reliable first, as the kernel's ABI document orders them.
public enum BacklightType: String, Hashable, Sendable, CaseIterable {
  case firmware, platform, raw
}

public struct LightFiles: Hashable, Sendable {
  /// The requested level. `actual_brightness` is not used: it can be in another unit, and reading it can block on the hardware.
  public var brightness: AttributeFile
  /// The LED's trigger. Writing 0 to `brightness` removes the active one.
  public var trigger: AttributeFile?
  /// `brightness_hw_changed`, which polls as urgent; present only if the driver can detect such changes.
  public var changedByHardware: AttributeFile?

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
    case .leds: id.isKeyboard ? .keyboard : .indicator
    case .backlight: id.name.hasPrefix("ddcci") || place.connector?.isExternal == true ? .monitor : .panel
    }
  }
}

extension LightID {
  /// Whether the name has the keyboard function of the LED naming scheme.
  var isKeyboard: Bool {
    // The standard library finds a substring only with the help of regular expressions.
    subsystem == .leds && name.indices.contains { name[$0...].hasPrefix("kbd_backlight") }
  }
}
