import EventLoop
import Glibc
import HardwareTesting
import Testing

/// The program `ListLights` on the real libudev, whose machine is a fake one of umockdev's.
struct Lister: ~Copyable {
  let tree: FakeTree
  private let process: pid_t
  private let output: Descriptor
  private var unread: [UInt8] = []

  init(_ devices: [FakeDevice]) throws {
    let library = try #require(Self.library, "cannot find 'umockdev': run Scripts/setup")
    let tree = try FakeTree(devices, rootAt: "sys")
    let pipe = try Pipe()
    let environment = ["LD_PRELOAD=\(library)", "UMOCKDEV_DIR=\(tree.folder)"]
    process = try Self.start(try Self.program, environment, output: pipe.writing)
    output = pipe.reading
    self.tree = tree
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// What the program says from now on, up to and with a line; ends without it if nothing comes for half a minute.
  mutating func lines(through last: String) throws -> [String] {
    var lines: [String] = []
    while let line = try nextLine() {
      lines.append(line)
      if line == last { return lines }
    }
    Issue.record("'\(last)' was not said, but: \(lines)")
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

  private mutating func nextLine() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var request = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 30_000) == 1 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = try buffer.withUnsafeMutableBytes { try output.read(into: $0) }
      guard let count, count > 0 else { return nil }
      unread += buffer[..<count]
    }
  }

  private static func start(_ program: String, _ more: [String], output: borrowing Descriptor) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
    var words = [strdup(program), nil]
    var environment = more.map { strdup($0) } + [nil]
    defer {
      (words + environment).forEach { free($0) }
      posix_spawn_file_actions_destroy(&actions)
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &words, &environment)
    guard code == 0 else { throw SystemError("start", program, ErrorCode(rawValue: code)) }
    return process
  }

  private static var library: String? {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob("/usr/lib/*/libumockdev-preload.so.0", 0, nil, &matches) == 0 else { return nil }
    return matches.gl_pathv?[0].map { String(cString: $0) }
  }

  private static var program: String {
    get throws {
      let tests = try #require(realpath("/proc/self/exe", nil))
      defer { free(tests) }
      return String(cString: dirname(tests)) + "/ListLights"
    }
  }
}
