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
  case firmware
  case platform
  case raw
}

extension BacklightType: Comparable {
  public static func < (left: BacklightType, right: BacklightType) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self)! }
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
  /// | `scale` | unknown | kernels before 5.4 have no such file |
  /// | `trigger`, `brightness_hw_changed` | none | they are made for drivers that have them |
  ///
  /// `brightness` is never missing while its light is there.
  public static func read(_ id: LightID, under root: String) throws(LightError) -> DiscoveredLight? {
    let folder = "\(root)/class/\(id.subsystem.rawValue)/\(id.name)"
    guard let incarnation = try incarnation(of: folder) else { return nil }
    let place = try LightPlace.read(folder)
    return DiscoveredLight(
      id: id,
      kind: kind(of: id, at: place),
      maximum: try orIfMissing(id.maximumUnsaid) { () throws(LightError) in try number("max_brightness", in: folder) },
      type: try type(of: id, in: folder),
      scale: try orIfMissing(.linear) { () throws(LightError) in try scale(in: folder) },
      place: place,
      files: LightFiles(in: folder),
      incarnation: incarnation
    )
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

  private static func type(of id: LightID, in folder: String) throws(LightError) -> BacklightType? {
    guard id.subsystem == .backlight else { return nil }
    return try orIfMissing(.raw) { () throws(LightError) in
      try AttributeFile(path: "\(folder)/type").word(BacklightType.self)
    }
  }

  private static func scale(in folder: String) throws(LightError) -> Scale {
    let file = AttributeFile(path: "\(folder)/scale")
    let text = try file.text()
    guard let scale = Scale(attribute: text) else {
      throw .unexpected(path: file.path, found: text, wanted: "one of linear, non-linear, unknown")
    }
    return scale
  }

  private static func number(_ name: String, in folder: String) throws(LightError) -> Int {
    try AttributeFile(path: "\(folder)/\(name)").number()
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
  var isKeyboard: Bool { subsystem == .leds && name.contains(substring: "kbd_backlight") }

  fileprivate var maximumUnsaid: Int {
    switch subsystem {
    case .backlight: 0
    case .leds: 255
    }
  }
}

extension String {
  /// The standard library finds a substring only with the help of regular expressions.
  fileprivate func contains(substring: String) -> Bool {
    indices.contains { self[$0...].hasPrefix(substring) }
  }
}

private func orIfMissing<Value>(
  _ substitute: Value,
  _ read: () throws(LightError) -> Value
) throws(LightError) -> Value {
  do {
    return try read()
  } catch {
    guard error.isMissing else { throw error }
    return substitute
  }
}
