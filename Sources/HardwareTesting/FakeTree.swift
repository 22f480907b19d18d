import BrightnessEventLoop
import Glibc

/// A device tree in a temporary folder, which is removed with this value.
public struct FakeTree: ~Copyable, FakeFiles {
  public let root: String
  private let temporary: TemporaryFolder

  /// The root may be a folder inside the temporary one.
  public init(_ devices: [FakeDevice] = [], rootAt inner: String = "") throws(SystemError) {
    let temporary = try TemporaryFolder()
    let root = inner.isEmpty ? temporary.path : "\(temporary.path)/\(inner)"
    let files = PlainFiles(root: root)
    for path in ["class/backlight", "class/leds", "bus/pci/devices"] { try makeFolder(files.path(path)) }
    for device in devices { try files.add(device) }
    self.root = root
    self.temporary = temporary
  }

  public var folder: String { temporary.path }
}

private struct PlainFiles: FakeFiles {
  let root: String
}

/// The files of a device tree that stands for `/sys`.
public protocol FakeFiles: ~Copyable {
  var root: String { get }
}

extension FakeFiles where Self: ~Copyable {
  public func path(_ path: String) -> String { "\(root)/\(path)" }

  /// Adds a device, without its event.
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

  /// Removes a device, without its event.
  public func remove(_ device: FakeDevice) {
    unlink(path("\(device.listing)/\(device.name)"))
    removeTree(path(device.path))
  }

  /// Replaces, creates or removes a file.
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

  /// The text of a file, up to 4096 bytes.
  public func text(_ place: String) throws(SystemError) -> String {
    String(decoding: try Descriptor.contents(of: path(place), upTo: 4096), as: UTF8.self)
  }

  /// Sends an event to the listener of the tree.
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

/// A temporary folder that is removed with its content when its owner is released.
public struct TemporaryFolder: ~Copyable {
  public let path: String

  public init() throws(SystemError) {
    var template = Array("/tmp/brightnessd-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("create", "folder", ErrorCode(rawValue: errno)) }
    path = template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  deinit { removeTree(path) }
}

/// Removes a file, or a folder with its content, without following links.
public func removeTree(_ path: String) {
  guard remove(path) != 0, errno == ENOTEMPTY || errno == EEXIST, let folder = opendir(path) else { return }
  var names: [String] = []
  while let entry = readdir(folder) {
    if let name = Folder.name(of: entry) { names.append(name) }
  }
  closedir(folder)
  for name in names where name != "." && name != ".." { removeTree("\(path)/\(name)") }
  remove(path)
}

func makeFolder(_ path: String) throws(SystemError) {
  var made = ""
  for part in path.split(separator: "/") {
    made += "/\(part)"
    guard mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
    throw SystemError("create", made, ErrorCode(rawValue: errno))
  }
}
