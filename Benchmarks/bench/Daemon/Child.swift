import BrightnessEventLoop
import CBrightnessLinux
import Glibc

/// A started program, killed when its owner releases it.
struct Child: ~Copyable {
  let process: pid_t
  private let output: Descriptor

  /// Starts a program with these arguments and additional environment variables, or on a single
  /// processor.
  init(
    _ program: String,
    _ words: [String],
    variables: [String] = [],
    onOneProcessor: Bool = false
  ) throws(SystemError) {
    let words = onOneProcessor ? ["--cpu-list", "0", program] + words : words
    let program = onOneProcessor ? "/usr/bin/taskset" : program
    var ends: [CInt] = [-1, -1]
    try systemCall("create", "pipe") { pipe2(&ends, O_CLOEXEC) }
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, writing.number, STDOUT_FILENO)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var process = pid_t()
    let arguments = strings([program] + words)
    let environment = strings(variables + inheritedVariables())
    defer { for string in arguments + environment { free(string) } }
    let code = posix_spawn(&process, program, &actions, nil, arguments, environment)
    guard code == 0 else { throw SystemError("start", program, ErrorCode(rawValue: code)) }
    self.process = process
    output = reading
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The next part of its output; nil if it has exited.
  func printed() throws(SystemError) -> String? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = try systemCall("read from", "process \(process)") { read(output.number, &bytes, bytes.count) }
    return count == 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Its whole output.
  func allPrinted() throws(SystemError) -> String {
    var text = ""
    while let more = try printed() { text += more }
    return text
  }
}

private func strings(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
  words.map { strdup($0) } + [nil]
}

private func inheritedVariables() -> [String] {
  var variables: [String] = []
  var next = environ
  while let variable = next.pointee {
    variables.append(String(cString: variable))
    next += 1
  }
  return variables
}
