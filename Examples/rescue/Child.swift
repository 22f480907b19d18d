import EventLoop
import Glibc

/// A program that lies beside this one, with what it says; it is stopped when it is let go of.
final class Child {
  let process: pid_t
  private let output: UnsafeMutablePointer<FILE>

  init(_ program: String, _ arguments: String...) throws {
    let path = "\(try Self.folder())/\(program)"
    var ends: [CInt] = [-1, -1]
    try systemCall("create", "pipe") { pipe(&ends) }
    let writing = Descriptor(owning: ends[1])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, writing.number, number)
    }
    for number in ends { posix_spawn_file_actions_addclose(&actions, number) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, &words, environ)
    guard code == 0 else { throw SystemError("start", path, ErrorCode(rawValue: code)) }
    self.process = process
    output = fdopen(ends[0], "r")
  }

  deinit {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
    fclose(output)
  }

  /// The next line that it says; nil when it has ended.
  func line() -> String? {
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    guard getline(&line, &room, output) > 0, let line else { return nil }
    return String(cString: line)
  }

  private static func folder() throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    try systemCall("read", "/proc/self/exe") { readlink("/proc/self/exe", &path, path.count - 1) }
    return String(cString: dirname(&path))
  }
}
