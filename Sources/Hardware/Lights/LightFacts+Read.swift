import EventLoop
import Glibc

extension LightFacts {
  /// Reads what the files say now; nil if there is no such light.
  ///
  /// What is missing is what the kernel would make of a driver that does not say it:
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
  public static func read(_ id: LightID, under root: String) throws(LightError) -> LightFacts? {
    let folder = "\(root)/class/\(id.subsystem.rawValue)/\(id.name)"
    guard let incarnation = try incarnation(of: folder) else { return nil }
    let place = try LightPlace.read(folder)
    return LightFacts(
      id: id,
      kind: kind(of: id, at: place),
      maximum: try orIfMissing(id.maximumUnsaid) { () throws(LightError) in try number("max_brightness", in: folder) },
      type: try type(of: id, in: folder),
      scale: try orIfMissing(.unknown) { () throws(LightError) in
        try AttributeFile(path: "\(folder)/scale").word(LightScale.self)
      },
      place: place,
      files: LightFiles(in: folder),
      incarnation: incarnation
    )
  }

  /// The number of the folder's inode, which sysfs does not give twice.
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
  /// Whether the light says by its name that it is a keyboard's.
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
