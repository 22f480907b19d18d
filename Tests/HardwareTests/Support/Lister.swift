import EventLoop
import Glibc
import HardwareTesting
import Programs
import Testing

/// The program `ListLights` on the real libudev, whose machine is a fake one of umockdev's.
struct Lister: ~Copyable {
  let tree: FakeTree
  private let program: Program

  init(_ devices: [FakeDevice]) throws {
    let library = try #require(Self.library, "cannot find 'umockdev': run Scripts/setup")
    let tree = try FakeTree(devices, rootAt: "sys")
    program = try Program(["ListLights"], ["LD_PRELOAD=\(library)", "UMOCKDEV_DIR=\(tree.folder)"])
    self.tree = tree
  }

  /// The program's output from now on, up to and with a line; ends without it if nothing comes for
  /// half a minute.
  func lines(through last: String) throws -> [String] {
    var lines: [String] = []
    while let line = try program.nextLine() {
      lines.append(line)
      if line == last { return lines }
    }
    Issue.record("'\(last)' was not printed, but: \(lines)")
    return lines
  }

  /// Sends an event as the kernel does, through the socket that stands for netlink.
  func send(_ action: String, _ device: FakeDevice, _ more: [String] = []) throws {
    var matches = glob_t()
    defer { globfree(&matches) }
    let found = glob("\(tree.folder)/event*", 0, nil, &matches)
    let socket = try #require(found == 0 ? matches.gl_pathv?[0].map { String(cString: $0) } : nil)
    try FakeEvent.send(FakeEvent.text(action, device, more), to: socket)
  }

  private static var library: String? {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob("/usr/lib/*/libumockdev-preload.so.0", 0, nil, &matches) == 0 else { return nil }
    return matches.gl_pathv?[0].map { String(cString: $0) }
  }
}
