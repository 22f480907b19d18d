import EventLoop
import Glibc

/// The files of a tree that stands for `/sys`.
public protocol FakeFiles: ~Copyable {
  var root: String { get }
}

extension FakeFiles where Self: ~Copyable {
  /// The same path under the root.
  public func path(_ path: String) -> String { "\(root)/\(path)" }

  /// Plugs a device in; its event is sent apart.
  public func add(_ device: FakeDevice) throws(SystemError) {
    let up = String(repeating: "../", count: device.path.split(separator: "/").count)
    try makeFolder(path(device.path))
    try makeFolder(path(device.listing))
    for (name, file) in device.files { try put(file, at: "\(device.path)/\(name)") }
    try put("", at: "\(device.path)/uevent")
    let subsystem = device.listing.hasPrefix("bus") ? "bus/\(device.subsystem)" : device.listing
    try put(.link(up + subsystem), at: "\(device.path)/subsystem")
    let listed = String(repeating: "../", count: device.listing.split(separator: "/").count) + device.path
    try put(.link(listed), at: "\(device.listing)/\(device.name)")
  }

  /// Pulls a device out.
  public func remove(_ device: FakeDevice) {
    unlink(path("\(device.listing)/\(device.name)"))
    removeTree(path(device.path))
  }

  /// Puts something else where a file is, or is not.
  public func put(_ file: FakeFile, at place: String) throws(SystemError) {
    let path = path(place)
    _ = Glibc.remove(path)
    switch file {
    case .absent: break
    case .folder: try makeFolder(path)
    case .link(let target): try systemCall("link", path) { symlink(target, path) }
    case .huge: try write(String(repeating: "9", count: 70_000), to: path)
    case .text(let text): try write(text, to: path)
    }
  }

  /// The front of a file, as text.
  public func text(_ place: String) throws(SystemError) -> String {
    let path = path(place)
    let file = try Descriptor(opening: path, O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try systemCall("read", path) { read(file.number, &bytes, bytes.count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Sends an event to whoever listens on the tree.
  public func send(_ action: String, _ device: FakeDevice, _ more: [String] = []) throws(SystemError) {
    try send(FakeEvent.text(action, device, more))
  }

  public func send(_ datagram: [UInt8]) throws(SystemError) {
    try FakeEvent.send(datagram, to: path(".uevent"))
  }

  private func write(_ text: String, to path: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try systemCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
  }
}
