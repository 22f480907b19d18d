import BrightnessEventLoop
import Glibc

/// The fake machine of umockdev's, for programs with the real libudev.
public struct MockedMachine: ~Copyable {
  public struct NoLibrary: Error, CustomStringConvertible {
    public let description = "cannot find 'umockdev': run Scripts/setup"
  }

  public let tree: FakeTree
  private let library: String

  public init(_ devices: [FakeDevice]) throws {
    let tree = try FakeTree(devices, rootAt: "sys")
    guard let library = Self.first(matching: "/usr/lib/*/libumockdev-preload.so.0") else { throw NoLibrary() }
    self.library = library
    self.tree = tree
  }

  /// What a program is started with so that this is its machine.
  public var environment: [String] { ["LD_PRELOAD=\(library)", "UMOCKDEV_DIR=\(tree.folder)"] }

  /// Sends an event as the kernel does, through the socket that stands for netlink. A program has
  /// to listen already.
  public func send(_ action: String, _ device: FakeDevice, _ more: [String] = []) throws {
    let socket = Self.first(matching: "\(tree.folder)/event*")
    try FakeEvent.send(FakeEvent.text(action, device, more), to: socket ?? "\(tree.folder)/event")
  }

  private static func first(matching pattern: String) -> String? {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob(pattern, 0, nil, &matches) == 0 else { return nil }
    return matches.gl_pathv?[0].map { String(cString: $0) }
  }
}
