import Daemon
import EventLoop
import Glibc
import Hardware
import HardwareTesting

/// What happens to the machine.
extension Desk {
  func level(_ device: FakeDevice = Device.panel) -> Int? {
    let text = try? tree.text("\(device.path)/brightness")
    return text.flatMap { Int($0.split(separator: "\n").first ?? "") }
  }

  /// Somebody else moves a light, and the kernel says so.
  func move(_ device: FakeDevice = Device.panel, to level: Int, by source: ChangeSource = .sysfs) throws {
    try moveInSilence(device, to: level)
    try send("change", device, ["SOURCE=\(source.rawValue)"])
    goOn()
  }

  func moveInSilence(_ device: FakeDevice = Device.panel, to level: Int) throws {
    try tree.put(.text("\(level)\n"), at: "\(device.path)/brightness")
  }

  func send(_ action: String, _ device: FakeDevice = Device.panel, _ more: [String] = []) throws {
    try tree.send(action, device, more)
  }

  func unplug(_ device: FakeDevice = Device.panel) throws {
    try unplugSilently(device)
    goOn()
  }

  func plug(_ device: FakeDevice = Device.panel) throws {
    try plugSilently(device)
    goOn()
  }

  /// The same, with nothing carried out yet.
  func plugSilently(_ device: FakeDevice) throws {
    try tree.add(device)
    try send("add", device)
  }
}

/// The files below.
extension Desk {
  func put(_ number: Int, of device: FakeDevice = Device.panel, at file: String) throws {
    try tree.put(.text("\(number)\n"), at: "\(device.path)/\(file)")
  }

  /// Puts another device in the place of one, while nobody looks.
  func replace(_ device: FakeDevice, by other: FakeDevice) {
    tree.remove(device)
    try? tree.add(other)
  }

  func trouble(of device: FakeDevice = Device.panel) -> LightTrouble? {
    keeper.assumeIsolated { $0.trouble(of: device.id) }
  }
}

/// The record.
extension Desk {
  /// Puts a file where the folder of the record was, so that nothing can be recorded any more.
  func blockState() throws {
    for name in ["lock", "debts"] { _ = unlink("\(state)/\(name)") }
    try systemCall("remove", state) { rmdir(state) }
    try write("", to: state)
  }

  func overwrite(_ record: String, with text: String) throws {
    try write(text, to: "\(state)/\(record)")
  }

  private func write(_ text: String, to path: String) throws {
    let bytes = Array(text.utf8)
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    try systemCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
  }
}
