import BrightnessEventLoop
import DDC
import DDCTesting
import Foundation
import Glibc
import HardwareTesting
import Testing

/// A line of `Tests/Fixtures/machines.jsonl`: what `brightness doctor --machine` prints, with a
/// name, a source, and which lights are the right ones.
struct RealMachine: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  /// Why the rules choose wrongly here.
  let wrong: String?
  let expected: Expected
  /// What buses show in the place of an EDID, where a hub does not pass that on.
  let edids: [String: ShownEDID]?
  let cards: [Card]?
  let connectors: [Connector]?
  let buses: [Bus]?
  let backlights: [Light]?
  let leds: [Light]?

  struct Expected: Decodable {
    let panels: [String]
    /// One keyboard may be made of several LEDs.
    let keyboards: [[String]]
    /// Monitors that answer, with their buses.
    let monitors: [String: Int]
    /// Monitors that a driver of the kernel has.
    let driven: [String]?

    var lights: Lights {
      let keyboards = keyboards.map { $0.sorted() }.sorted { $0[0] < $1[0] }
      return Lights(panels: panels, keyboards: keyboards, driven: driven ?? [], monitors: monitors)
    }
  }

  struct Lights: Equatable {
    let panels: [String]
    let keyboards: [[String]]
    let driven: [String]
    let monitors: [String: Int]
  }

  enum ShownEDID: String, Decodable { case zeros, shifted }

  struct Card: Decodable {
    let path: String
    let `class`: String?
    let driver: String?
  }

  struct Connector: Decodable {
    let name: String
    let path: String
    let status: String
    let enabled: String
    let dpms: String
    let ddc: String?
    let edid: String?
  }

  struct Bus: Decodable {
    let name: String
    let path: String
    let adapter: String
    let driver: String?
  }

  struct Light: Decodable {
    let name: String
    let path: String
    let type: String?
    let maximum: Int
  }

  var testDescription: String { name }

  static func all() throws -> [RealMachine] {
    let root = #filePath.components(separatedBy: "/Tests/HardwareTests/")[0]
    let text = try String(contentsOfFile: "\(root)/Tests/Fixtures/machines.jsonl", encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(RealMachine.self, from: Data($0.utf8))
    }
  }
}

/// The machine's part of sysfs.
extension RealMachine {
  func layOut(on tree: borrowing FakeTree) throws {
    for card in cards ?? [] { try layOut(card, on: tree) }
    for connector in connectors ?? [] { try layOut(connector, on: tree) }
    for bus in buses ?? [] { try layOut(bus, on: tree) }
    for light in backlights ?? [] {
      let files: [String: FakeFile] = [
        "type": .text("\(light.type ?? "raw")\n"), "max_brightness": .text("\(light.maximum)\n"),
        "brightness": .text("\(light.maximum)\n"),
      ]
      try tree.add(FakeDevice(light.path, listing: "class/backlight", files: files))
    }
    for led in leds ?? [] {
      try tree.add(.led(led.name, maximum: led.maximum, in: (led.path as NSString).deletingLastPathComponent))
    }
  }

  private func layOut(_ card: Card, on tree: borrowing FakeTree) throws {
    let isFunction = card.class != nil
    var files: [String: FakeFile] = [:]
    if let code = card.class { files["class"] = .text("\(code)\n") }
    try tree.add(FakeDevice(card.path, listing: "bus/\(isFunction ? "pci" : "platform")/devices", files: files))
    guard let driver = card.driver else { return }
    try tree.put(.folder, at: "bus/pci/drivers/\(driver)")
    try tree.put(.link("\(up(from: card.path))bus/pci/drivers/\(driver)"), at: "\(card.path)/driver")
  }

  private func layOut(_ connector: Connector, on tree: borrowing FakeTree) throws {
    let card = (connector.path as NSString).deletingLastPathComponent
    let files: [String: FakeFile] = [
      "status": .text("\(connector.status)\n"), "enabled": .text("\(connector.enabled)\n"),
      "dpms": .text("\(connector.dpms)\n"), "device": .link(".."),
    ]
    try tree.add(FakeDevice(card, listing: "class/drm", files: ["device": .link("../..")]))
    try tree.add(FakeDevice(connector.path, listing: "class/drm", files: files))
    try Data(Self.bytes(connector.edid ?? "")).write(to: URL(fileURLWithPath: tree.path("\(connector.path)/edid")))
    if let ddc = connector.ddc, let bus = buses?.first(where: { $0.name == ddc }) {
      try tree.put(.link(up(from: connector.path) + bus.path), at: "\(connector.path)/ddc")
    }
  }

  private func layOut(_ bus: Bus, on tree: borrowing FakeTree) throws {
    let files: [String: FakeFile] = ["name": .text("\(bus.adapter)\n")]
    try tree.add(FakeDevice(bus.path, listing: "bus/i2c/devices", files: files))
    if let driver = bus.driver, let number = Int(bus.name.dropFirst(4)) {
      try tree.bind(driver, on: number, at: bus.path)
    }
  }

  private func up(from path: String) -> String {
    String(repeating: "../", count: path.split(separator: "/").count)
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}

/// The machine's monitors.
extension RealMachine {
  /// All buses. On one with a monitor, the monitor says the number of the bus as its level.
  func simulatedBuses() throws -> [Int: FakeBus] {
    var played: [Int: FakeBus] = [:]
    for bus in buses ?? [] {
      guard let number = Int(bus.name.dropFirst(4)) else { continue }
      played[number] = FakeBus(monitor(on: number))
      played[number]?.refusesTransfers = bus.adapter.hasPrefix("NVIDIA")
    }
    return played
  }

  private func monitor(on number: Int) -> FakeMonitor? {
    guard let port = expected.monitors.first(where: { $0.value == number })?.key,
      let connector = connectors?.first(where: { $0.name.hasSuffix("-\(port)") })
    else { return nil }
    var monitor = FakeMonitor(level: UInt16(number))
    let edid = Array(Self.bytes(connector.edid ?? "").prefix(128))
    monitor.edid =
      switch edids?["\(number)"] {
      case .zeros: [UInt8](repeating: 0, count: 128)
      case .shifted: Array(edid[1...] + edid[..<1])
      case nil: edid
      }
    return monitor
  }
}
