import EventLoop

/// A tree of devices in a temporary folder, which goes with it.
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

  /// The temporary folder.
  public var folder: String { temporary.path }
}

private struct PlainFiles: FakeFiles {
  let root: String
}
