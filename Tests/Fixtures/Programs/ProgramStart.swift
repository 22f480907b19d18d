import BrightnessEventLoop
import Glibc

/// A program with its arguments and variables, ready to be started.
struct ProgramStart {
  private let program: String
  private let words: [String]
  private let variables: [String]

  init(_ words: [String], _ variables: [String]) throws {
    program = try Program.path(of: words[0])
    self.words = words
    self.variables = variables + Self.inherited(without: variables)
  }

  /// Above all numbers that it gets.
  private static let outOfTheWay: CInt = 512

  /// Starts it with copies of descriptors, numbered from 0 on.
  func run(_ descriptors: [CInt]) throws -> pid_t {
    let copies = try descriptors.map { number in
      try systemCall("duplicate", "descriptor \(number)") { fcntl(number, F_DUPFD_CLOEXEC, Self.outOfTheWay) }
    }
    defer { for copy in copies { close(copy) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for (number, copy) in copies.enumerated() { posix_spawn_file_actions_adddup2(&actions, copy, CInt(number)) }
    var attributes = Self.attributes()
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup($0) } + [nil]
    defer {
      (arguments + environment).forEach { free($0) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw SystemError("start", program, ErrorCode(rawValue: code)) }
    return process
  }

  /// No signal is blocked, and each does what it does by itself.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  /// Where libraries and programs lie, what belongs to a sanitizer, and the mutant that is to break
  /// (`Scripts/mutate`).
  private static func inherited(without given: [String]) -> [String] {
    let names = ["LD_LIBRARY_PATH", "LD_PRELOAD", "PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "BRIGHTNESSD_MUTANT"]
    return names.compactMap { name in
      if given.contains(where: { $0.hasPrefix("\(name)=") }) { return nil }
      return getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
  }
}

extension Program {
  /// The names of programs that are other names of a file, which a build has no links for.
  private static let files = ["brightness-idle": "brightnessd", "brightnessd-ddc": "brightnessd"]

  /// Where the file of a program lies that has no path: among those that are tried instead, or
  /// beside that of the tests.
  public static func path(of program: String) throws -> String {
    if program.contains("/") { return program }
    let program = files[program] ?? program
    if let folder = getenv("BRIGHTNESSD_PROGRAMS") {
      let tried = String(cString: folder) + "/" + program
      if access(tried, X_OK) == 0 { return tried }
    }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    try systemCall("read", "/proc/self/exe") { readlink("/proc/self/exe", &path, path.count - 1) }
    return String(cString: dirname(&path)) + "/" + program
  }
}
