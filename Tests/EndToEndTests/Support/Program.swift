import EventLoop
import Glibc
import Testing

/// A program that a test starts; it is killed with its owner.
final class Program {
  let process: pid_t
  private let input: Descriptor
  private let output: Descriptor
  private(set) var printed = ""
  private var hasEnded = false

  /// Starts a program that lies beside that of the tests, or one with a path. What it says of errors the test says too.
  init(_ words: [String], _ variables: [String] = []) throws {
    let stdin = try Pipe()
    let stdout = try Pipe()
    // A program that copies its input until the end waits for it.
    try systemCall("configure", "pipe") { fcntl(stdin.reading.number, F_SETFL, 0) }
    let program = words[0].contains("/") ? words[0] : try Self.folder + "/" + words[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, stdin.reading.number, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, stdout.writing.number, STDOUT_FILENO)
    var arguments = words.map { strdup($0) } + [nil]
    var environment = (variables + Self.ownVariables).map { strdup($0) } + [nil]
    defer {
      (arguments + environment).forEach { free($0) }
      posix_spawn_file_actions_destroy(&actions)
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &arguments, &environment)
    guard code == 0 else { throw SystemError("start", program, ErrorCode(rawValue: code)) }
    self.process = process
    input = stdin.writing
    output = stdout.reading
  }

  deinit {
    if !hasEnded { kill() }
  }

  func signal(_ signal: CInt) {
    Glibc.kill(process, signal)
  }

  func kill() {
    signal(SIGKILL)
    _ = waitForEnd()
  }

  /// Waits until the program has ended: its status, or the signal that killed it, less than nothing.
  @discardableResult
  func waitForEnd() -> CInt {
    var status: CInt = 0
    waitpid(process, &status, 0)
    hasEnded = true
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : -signal
  }

  /// Waits until the program has printed a text; gives up when nothing comes for half a minute.
  func wait(for text: String) throws {
    while !printed.contains(text) { try #require(try readMore(), "'\(text)' was not printed, but '\(printed)'") }
  }

  /// Waits until the program prints nothing any more: all that it did.
  func waitForOutput() throws -> String {
    while try readMore() {}
    return printed
  }

  private func readMore() throws -> Bool {
    var request = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 30_000) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try buffer.withUnsafeMutableBytes { try output.read(into: $0) } ?? 0
    printed += String(decoding: buffer[..<count], as: UTF8.self)
    return count > 0
  }

  private static var folder: String {
    get throws {
      let tests = try #require(realpath("/proc/self/exe", nil))
      defer { free(tests) }
      return String(cString: dirname(tests))
    }
  }

  private static var ownVariables: [String] {
    var list: [String] = []
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let variable = next.pointee {
      list.append(String(cString: variable))
      next = next.successor()
    }
    return list
  }
}
