import BrightnessEventLoop
import Glibc

/// A device's folder in a fake tree, as data.
public struct FakeDevice: Sendable {
  /// Relative to the tree's root, such as "devices/virtual/backlight/fake".
  public var path: String
  /// The folder with the link to the device: "class/backlight", "bus/pci/devices".
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

  public func with(_ files: [String: FakeFile]) -> FakeDevice {
    var copy = self
    copy.files.merge(files) { $1 }
    return copy
  }
}

/// The content under an attribute's name.
public enum FakeFile: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  /// More digits than an attribute can hold.
  case huge
  /// A link to any path: `/proc/self/mem` cannot be read, `/dev/full` cannot be written.
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

  /// A device of industrial I/O, by the files of its channels.
  public static func lightSensor(_ number: Int, name: String = "als", _ files: [String: FakeFile]) -> FakeDevice {
    FakeDevice("devices/hid/iio:device\(number)", listing: "bus/iio/devices", files: ["name": .text("\(name)\n")])
      .with(files)
  }

  /// A charger or a battery, by its files.
  public static func powerSupply(_ name: String, _ files: [String: FakeFile]) -> FakeDevice {
    FakeDevice("devices/virtual/power_supply/\(name)", listing: "class/power_supply", files: files)
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

public enum FakeEvent {
  /// The text of an event about a device, with more properties such as "SOURCE=hotkey", or
  /// "SEQNUM=4711" instead of SEQNUM=1.
  public static func text(_ action: String, _ device: FakeDevice, _ more: [String] = []) -> [UInt8] {
    Array("\(action)@/\(device.path)".utf8) + [0] + properties(action, device, more)
  }

  /// The event in the form in which udevd sends it after its rules.
  public static func udevMessage(_ action: String, _ device: FakeDevice, _ more: [String] = []) -> [UInt8] {
    let properties = properties(action, device, more)
    let magic = UInt32(0xFEED_CAFE).bigEndian
    let hash = (hashes[device.subsystem] ?? 0).bigEndian
    let header: [UInt32] = [magic, 40, 40, UInt32(properties.count), hash, 0, 0, 0]
    return Array("libudev\0".utf8) + header.flatMap { number in withUnsafeBytes(of: number, Array.init) } + properties
  }

  /// Hashes of subsystems, as found in the filters that libudev makes.
  private static let hashes: [String: UInt32] = [
    "backlight": 0xC370_B302, "leds": 0x2903_C6C3, "drm": 0x1666_4179, "power_supply": 0xB1AC_BCCA,
    "iio": 0xD564_5157,
  ]

  private static func properties(_ action: String, _ device: FakeDevice, _ more: [String]) -> [UInt8] {
    let lines = ["ACTION=\(action)", "DEVPATH=/\(device.path)", "SUBSYSTEM=\(device.subsystem)"]
    // libudev ignores an event without a number.
    return (lines + ["SEQNUM=1"] + more).flatMap { Array($0.utf8) + [0] }
  }

  public static func send(_ datagram: [UInt8], to path: String) throws(SystemError) {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let sender = Descriptor(owning: try systemCall("create", "socket") { socket(AF_UNIX, type, 0) })
    guard let address = UnixAddress(path) else { preconditionFailure("no path of a socket: \(path)") }
    try systemCall("send to", path) {
      address.withKernelForm { sendto(sender.number, datagram, datagram.count, 0, $0, $1) }
    }
  }
}
