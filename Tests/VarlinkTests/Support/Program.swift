import EventLoop
import Glibc
import Testing

/// A program that a test starts, with all that it prints at hand; it is killed with its owner.
struct Program: ~Copyable {
  private let process: pid_t
  private let output: Descriptor
  private(set) var printed = ""

  init(_ words: [String]) throws {
    let pipe = try Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipe.writing.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipe.writing.number, STDERR_FILENO)
    var arguments = words.map { strdup($0) } + [nil]
    defer {
      arguments.forEach { free($0) }
      posix_spawn_file_actions_destroy(&actions)
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
    guard code == 0 else { throw SystemError("start", words[0], ErrorCode(rawValue: code)) }
    self.process = process
    output = pipe.reading
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Waits until the program has printed a text; gives up when nothing comes for half a minute.
  mutating func wait(for text: String) throws {
    while !printed.contains(text) {
      guard try readMore() else { throw NotPrinted(wanted: text, found: printed) }
    }
  }

  /// Waits until the program prints nothing any more: all that it did.
  mutating func waitForEnd() throws -> String {
    while try readMore() {}
    return printed
  }

  private mutating func readMore() throws -> Bool {
    var request = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 30_000) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try buffer.withUnsafeMutableBytes { try output.read(into: $0) } ?? 0
    printed += String(decoding: buffer[..<count], as: UTF8.self)
    return count > 0
  }

  /// A fixture, which lies beside the program of the tests.
  static func fixture(_ name: String) throws -> String {
    let tests = try #require(realpath("/proc/self/exe", nil))
    defer { free(tests) }
    return String(cString: dirname(tests)) + "/" + name
  }

  struct NotPrinted: Error {
    let wanted: String
    let found: String
  }
}
