import EventLoop
import Glibc

/// The connectors and buses of a machine, read from sysfs. Reading them sends nothing to a monitor.
public struct MonitorFacts: Hashable, Sendable {
  public var connectors: [MonitorConnector]
  public var adapters: [I2CAdapter]

  public init(connectors: [MonitorConnector], adapters: [I2CAdapter]) {
    (self.connectors, self.adapters) = (connectors, adapters)
  }

  /// `root` stands for `/sys`. A device that disappears meanwhile is left out.
  public static func read(under root: String) throws(SystemError) -> MonitorFacts {
    MonitorFacts(
      connectors: try Folder.names(in: "\(root)/class/drm").compactMap { MonitorConnector.read($0, under: root) },
      adapters: try Folder.names(in: "\(root)/bus/i2c/devices").compactMap { I2CAdapter.read($0, under: root) }
    )
  }
}

extension MonitorConnector {
  /// Nil for a card itself, and for what is no connector.
  static func read(_ name: String, under root: String) -> MonitorConnector? {
    let folder = "\(root)/class/drm/\(name)"
    guard name.hasPrefix("card"), name.contains("-"), let place = resolved(folder) else { return nil }
    // The folder is in that of the card, whose device is the graphics card.
    guard let card = resolved("\(folder)/device/device") else { return nil }
    var connector = MonitorConnector(name: name, place: place, card: card)
    connector.isConnected = text("\(folder)/status") == "connected"
    connector.isLit = text("\(folder)/enabled") == "enabled" && text("\(folder)/dpms") == "On"
    connector.edid = bytes("\(folder)/edid") ?? []
    connector.linkedBus = resolved("\(folder)/ddc").flatMap { I2CAdapter.number(of: $0.lastPart) }
    return connector
  }
}

extension I2CAdapter {
  /// Nil for a device on a bus.
  static func read(_ name: String, under root: String) -> I2CAdapter? {
    let devices = "\(root)/bus/i2c/devices"
    guard let number = number(of: name), let place = resolved("\(devices)/\(name)") else { return nil }
    // A device without a driver does not count: it may only have been announced.
    let driver = resolved("\(devices)/\(number)-0037/driver")?.lastPart
    let isLight = access("\(root)/class/backlight/ddcci\(number)", F_OK) == 0
    return I2CAdapter(
      number: number,
      name: text("\(devices)/\(name)/name") ?? "",
      parent: place.parentFolder,
      driver: driver ?? (isLight ? "ddcci" : nil)
    )
  }

  /// The number in a name such as "i2c-4".
  static func number(of name: String) -> Int? {
    guard name.hasPrefix("i2c-"), let number = Int(name.dropFirst(4)), name == "i2c-\(number)" else { return nil }
    return number
  }
}

/// The path without links; nil if there is no such file.
private func resolved(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

private func text(_ path: String) -> String? {
  bytes(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
}

/// The content of a file, up to the length of the longest EDID; nil if it cannot be read.
private func bytes(_ path: String) -> [UInt8]? {
  guard let file = try? Descriptor(opening: path, O_RDONLY) else { return nil }
  var content = [UInt8](repeating: 0, count: 256 * EDID.blockLength)
  var count = 0
  while count < content.count {
    let more = content.withUnsafeMutableBytes { rest in
      try? file.read(into: UnsafeMutableRawBufferPointer(rebasing: rest[count...]))
    }
    guard let more else { return nil }
    if more == 0 { break }
    count += more
  }
  return Array(content[..<count])
}

extension String {
  fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
  fileprivate var parentFolder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}
