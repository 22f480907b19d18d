import EventLoop
import Glibc

/// A program that a test starts, with its standard output at hand.
struct Child: ~Copyable {
  let process: pid_t
  let output: Descriptor

  init(_ program: String, _ arguments: String...) throws {
    let pipe = try Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipe.writing.number, STDOUT_FILENO)
    defer { posix_spawn_file_actions_destroy(&actions) }

    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &words, environ)
    guard code == 0 else { throw SystemError("start", program, ErrorCode(rawValue: code)) }
    self.process = process
    output = pipe.reading
  }

  static func shell(_ script: String) throws -> Child { try Child("/bin/sh", "-c", script) }

  func send(_ signal: CInt) {
    kill(process, signal)
  }

  /// Waits for the end, and takes the status away from everybody else.
  func reap() {
    waitpid(process, nil, 0)
  }
}
