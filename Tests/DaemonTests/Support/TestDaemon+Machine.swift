import Brightness
import BrightnessEventLoop
import BrightnessModel
import Daemon
import Glibc
import Hardware
import HardwareTesting

/// Changes of the machine.
extension TestDaemon {
  func level(_ device: FakeDevice = Device.panel) -> Int? {
    let text = try? tree.text("\(device.path)/brightness")
    return text.flatMap { Int($0.split(separator: "\n").first ?? "") }
  }

  /// Changes a light as another program would, with the kernel's event.
  func move(_ device: FakeDevice = Device.panel, to level: Int, by source: ChangeSource = .sysfs) throws {
    try moveSilently(device, to: level)
    try send("change", device, ["SOURCE=\(source.rawValue)"])
    runUntilIdle()
  }

  func moveSilently(_ device: FakeDevice = Device.panel, to level: Int) throws {
    try tree.put(.text("\(level)\n"), at: "\(device.path)/brightness")
  }

  func send(_ action: String, _ device: FakeDevice = Device.panel, _ more: [String] = []) throws {
    try tree.send(action, device, more)
  }

  func unplug(_ device: FakeDevice = Device.panel) throws {
    try unplugSilently(device)
    runUntilIdle()
  }

  func plug(_ device: FakeDevice = Device.panel) throws {
    try plugSilently(device)
    runUntilIdle()
  }

  /// The same, before any job runs.
  func plugSilently(_ device: FakeDevice) throws {
    try tree.add(device)
    try send("add", device)
  }
}

/// Files of the tree.
extension TestDaemon {
  func put(_ number: Int, of device: FakeDevice = Device.panel, at file: String) throws {
    try tree.put(.text("\(number)\n"), at: "\(device.path)/\(file)")
  }

  /// Replaces a device by another one without an event.
  func replace(_ device: FakeDevice, by other: FakeDevice) {
    tree.remove(device)
    try? tree.add(other)
  }

  func fault(of device: FakeDevice = Device.panel) -> Fault? { core.lights[device.id]?.fault }
}

/// The restore record.
extension TestDaemon {
  /// Replaces the folder of the record by a file, so that nothing can be recorded.
  func blockState() throws {
    for name in ["lock", "restore-records"] { _ = unlink("\(state)/\(name)") }
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
