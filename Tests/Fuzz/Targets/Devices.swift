import BrightnessEventLoop
import BrightnessModel
import HardwareTesting

@testable import Hardware

/// udevd's messages.
let udevMessages: FuzzTarget = { bytes in
  bytes.withUnsafeBytes { check(DeviceNotification(udevMessage: $0)) }
  // A right header before any properties: bytes alone hardly find it.
  let magic = withUnsafeBytes(of: UdevMessage.magic.bigEndian) { Array($0) }
  let places = withUnsafeBytes(of: (UInt32(40), UInt32(40), UInt32(bytes.count))) { Array($0) }
  let message = UdevMessage.prefix + magic + places + Array(repeating: 0, count: 12) + bytes
  (message + [0]).withUnsafeBytes { check(DeviceNotification(udevMessage: $0)) }
  message.withUnsafeBytes { check(DeviceNotification(udevMessage: $0)) }
}

/// The kernel's own messages, which are also the datagrams of a fake tree.
let kernelEvents: FuzzTarget = { bytes in
  bytes.withUnsafeBytes { check(DeviceNotification(kernelText: $0)) }
  (Array("change@/\0".utf8) + bytes + [0]).withUnsafeBytes { check(DeviceNotification(kernelText: $0)) }
}

/// An event of a light names one that has a file of its own, and the events of a turn are merged.
private func check(_ notification: DeviceNotification?) {
  guard case .event(let event)? = notification else { return }
  expect(LightID("\(event.light)") == event.light, "the light '\(event.light)' is not read back")
  expect(!event.name.isEmpty && !event.name.utf8.contains(UInt8(ascii: "/")), "the light is named '\(event.name)'")
  var pending = PendingEvents()
  pending.add(event)
  pending.add(event)
  expect(pending.mayHaveChanged[event.light] != nil, "\(event) is lost")
}

/// The texts of a light's files, separated by NUL: the folder is read as for a light that was
/// plugged in. The last ones are those of the connector and the graphics card above the panel.
let attributes: FuzzTarget = { bytes in
  for text in bytes.parts(between: 0) {
    if let number = Int(attribute: text) { expect("\(number)" == text, "'\(text)' is read as \(number)") }
    if let light = LightID(text) { expect("\(light)" == text, "'\(text)' is read as \(light)") }
  }
  let parts = bytes.split(separator: 0, maxSplits: files.count - 1, omittingEmptySubsequences: false)
  let folder = try devices.get()
  for (file, part) in zip(files, parts) {
    let text = FakeFile.text(String(decoding: part, as: UTF8.self))
    for device in [panel, keyboard] { try folder.put(text, at: "\(device.path)/\(file)") }
  }
  for device in [panel, keyboard] {
    let id = LightID("\(device.subsystem)/\(device.name)")!
    guard let light = try DiscoveredLight.read(id, under: folder.root) else { continue }
    expect(0...Int(Int32.max) ~= light.maximum, "the maximum is \(light.maximum)")
    let choice = LightChoice(from: [light])
    expect(choice.chosen.count + choice.unused.count == 1, "\(light) is neither used nor unused")
    if let level = try? light.files.brightness.number() { expect(0...Int(Int32.max) ~= level, "the level is \(level)") }
  }
}

private let files = [
  "brightness", "max_brightness", "type", "scale", "trigger", "../status", "../enabled", "../../../class",
]
private let card = FakeDevice.graphicsCard("devices/pci0000:00/0000:00:02.0")
private let connector = FakeDevice.connector("\(card.path)/drm/card0-DP-1")
private let panel = FakeDevice.backlight("panel", in: connector.path)
private let keyboard = FakeDevice.led("fuzz::kbd_backlight", maximum: 3, level: 1)

/// One tree for all inputs.
private let devices = Result<Files, SystemError> { () throws(SystemError) in
  let devices = Files(root: "\(temporary)/devices")
  for device in [card, connector, panel, keyboard] { try devices.add(device) }
  return devices
}
