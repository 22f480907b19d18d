import BrightnessEventLoop
import Udev

/// What the machine runs on.
enum PowerSource: Hashable, Sendable {
  case mains, battery

  /// Where anything but batteries is listed, that decides, and not what a battery says of itself:
  /// a battery of ACPI repeats its last state for a second (drivers/acpi/battery.c, `cache_time`),
  /// so just after the unplugging it may still be charging, and no event need follow. Some machines
  /// list nothing but the battery (systemd#25316).
  init(of supplies: [PowerSupply]) {
    self =
      if supplies.contains(.external(isOnline: true)) {
        .mains
      } else if supplies.contains(.external(isOnline: false)) {
        supplies.contains(where: \.isBattery) ? .battery : .mains
      } else {
        supplies.contains(.battery(isDischarging: true)) ? .battery : .mains
      }
  }

  /// Reports the present source at once, and after each event of a power supply until the result is
  /// dropped.
  static func follow(
    on loop: EventLoop,
    _ report: @escaping @Sendable (PowerSource) -> Void
  ) throws(SystemError) -> WatchedDescriptor {
    let monitor = Box(try UdevMonitor(group: .present))
    try monitor.value.subscribe(to: ["power_supply"])
    let watch = try loop.watch(Descriptor(duplicating: monitor.value.number), for: .readable) { _ in
      // One event a turn. The files have what it says, and what a lost one said.
      _ = try? monitor.value.receive { _ in }
      report(PowerSource(of: PowerSupply.all()))
    }
    report(PowerSource(of: PowerSupply.all()))
    return watch
  }
}

/// A power supply that feeds the machine, by its files (Documentation/ABI/testing/sysfs-class-power
/// of Linux).
enum PowerSupply: Hashable, Sendable {
  case battery(isDischarging: Bool)
  /// Mains, USB, or anything else but a battery. A USB-C port that feeds another device is not
  /// online (drivers/usb/typec/ucsi/psy.c, `ucsi_psy_get_online`).
  case external(isOnline: Bool)

  /// Nil if the supply does not feed the machine. It may belong to another device, such as a mouse
  /// or a graphics card with a USB-C port, or be an empty slot for a battery.
  init?(_ attribute: (_ name: String) -> String?) {
    guard let type = attribute("type"), attribute("scope") != "Device" else { return nil }
    if type == "Battery" {
      guard attribute("present") != "0" else { return nil }
      self = .battery(isDischarging: attribute("status") == "Discharging")
    } else {
      guard let online = attribute("online") else { return nil }
      self = .external(isOnline: online != "0")
    }
  }

  var isBattery: Bool { if case .battery = self { true } else { false } }

  static func all(in folder: String = "/sys/class/power_supply") -> [PowerSupply] {
    ((try? Folder.names(in: folder)) ?? []).compactMap { name in
      PowerSupply { attribute in
        guard let bytes = try? Descriptor.contents(of: "\(folder)/\(name)/\(attribute)", upTo: 4096) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      }
    }
  }
}
