/// A folder of a tree of devices, as data.
public struct FakeDevice: Sendable {
  /// Relative to the tree's root, such as "devices/virtual/backlight/fake".
  public var path: String
  /// Where the device is listed: "class/backlight", "bus/pci/devices".
  public var listing: String
  public var files: [String: FakeFile]

  public init(_ path: String, listing: String, files: [String: FakeFile] = [:]) {
    self.path = path
    self.listing = listing
    self.files = files
  }

  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  public var subsystem: String {
    let parts = listing.split(separator: "/")
    return parts.count > 1 ? String(parts[1]) : listing
  }

  /// A copy with some files that are others.
  public func with(_ files: [String: FakeFile]) -> FakeDevice {
    var copy = self
    copy.files.merge(files) { $1 }
    return copy
  }
}

/// What lies under an attribute's name.
public enum FakeFile: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  /// More digits than an attribute can hold.
  case huge
  /// A link, to anywhere: `/proc/self/mem` cannot be read, `/dev/full` cannot be written.
  case link(String)
  case folder
  case absent

  public init(stringLiteral text: String) {
    self = .text(text + "\n")
  }

  public init(integerLiteral number: Int) {
    self = .text("\(number)\n")
  }
}

extension FakeDevice {
  /// A backlight with all its files, as recent kernels make them.
  public static func backlight(
    _ name: String,
    maximum: Int = 100,
    level: Int = 50,
    type: String = "raw",
    in parent: String = "devices/virtual/backlight"
  ) -> FakeDevice {
    FakeDevice(
      "\(parent)/\(name)",
      listing: "class/backlight",
      files: [
        "brightness": .text("\(level)\n"),
        "actual_brightness": .text("\(level)\n"),
        "max_brightness": .text("\(maximum)\n"),
        "type": .text("\(type)\n"),
        "scale": "unknown",
        "bl_power": 0,
      ]
    )
  }

  /// An LED with the files that every LED has.
  public static func led(
    _ name: String,
    maximum: Int = 1,
    level: Int = 0,
    in parent: String = "devices/virtual/leds"
  ) -> FakeDevice {
    FakeDevice(
      "\(parent)/\(name)",
      listing: "class/leds",
      files: ["brightness": .text("\(level)\n"), "max_brightness": .text("\(maximum)\n"), "trigger": "[none] timer"]
    )
  }

  /// A display adapter: a PCI function of base class 3.
  public static func graphicsCard(_ path: String) -> FakeDevice {
    FakeDevice(path, listing: "bus/pci/devices", files: ["class": "0x030000"])
  }

  public static func connector(_ path: String, status: String = "connected", enabled: String = "enabled") -> FakeDevice
  {
    FakeDevice(path, listing: "class/drm", files: ["status": .text("\(status)\n"), "enabled": .text("\(enabled)\n")])
  }
}
