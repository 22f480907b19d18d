import BrightnessModel

/// The name of a monitor. It stays the same at another connector, at a dock and after a reboot, if
/// the monitor has a serial number.
public struct MonitorIdentity: Hashable, Sendable, CustomStringConvertible {
  /// Maker and product, such as "DEL-a0b1".
  public let model: String
  /// Nil if the monitor has no serial number that distinguishes it from others of its model.
  public let serial: String?
  /// The connector; nil for a monitor with a serial number, which keeps its name at every
  /// connector.
  public let connector: String?

  public var description: String {
    "ddc/" + model + (serial.map { "-\($0)" } ?? "") + (connector.map { "@\($0)" } ?? "")
  }

  /// Names monitors that are present together: a serial number that two of them share is ignored.
  ///
  /// `ports` are their connectors in the same order, such as "DP-1".
  public static func all(_ monitors: [EDID], at ports: [String]) -> [MonitorIdentity] {
    let own = monitors.map { MonitorIdentity(model: $0.model, serial: $0.serial, connector: nil) }
    return zip(own, ports).map { name, port in
      let isDistinct = name.serial != nil && own.count { $0 == name } == 1
      return isDistinct ? name : MonitorIdentity(model: name.model, serial: nil, connector: port)
    }
  }
}

extension EDID {
  var model: String {
    let digits = String(product, radix: 16)
    return "\(manufacturer)-\(String(repeating: "0", count: 4 - digits.count))\(digits)"
  }

  /// The serial number as text if the maker filled it in, otherwise as a number; nil if there is
  /// neither.
  var serial: String? {
    if let serialText, !SerialNumber.isPlaceholder(serialText) { return serialText.asPartOfName }
    return SerialNumber.isPlaceholder(serialNumber) ? nil : String(serialNumber)
  }
}

extension String {
  /// Letters, digits, "." and "_" stay: "/", "@" and "-" separate the parts of a name, and others
  /// are awkward on a command line.
  fileprivate var asPartOfName: String {
    String(decoding: utf8.map { $0.isPartOfName ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
