import CommandLines

/// The parsed command line of a worker.
struct WorkerArguments: Hashable {
  enum Task: Hashable {
    case serve, list, help, version
  }

  var task = Task.serve
  /// A folder that stands for `/sys`; nil for the running kernel.
  var sysfs: String?

  init(_ words: [String]) throws(UsageError) {
    var reader = ArgumentReader(words)
    while let part = reader.next() {
      guard case .option(let option) = part else {
        throw if case .word(let word) = part { .unexpectedWord(word, expected: "an option") } else {
          .unknownOption("--")
        }
      }
      try reader.rejectRepetition()
      switch option {
      case "--help": task = .help
      case "--version": task = .version
      case "--list": if task == .serve { task = .list }
      case "--sysfs": sysfs = try reader.value("a folder")
      default: throw .unknownOption(option)
      }
      try reader.rejectUnreadValue()
    }
  }

  static let help = """
    usage: brightnessd-ddc [--sysfs DIR]
           brightnessd-ddc --list [--sysfs DIR]

    Read and set the brightness of one external monitor over DDC/CI, for another
    program.

    Requests of 16 bytes come from standard input, replies of 16 bytes go to
    standard output, until the input ends. The first request names a connector; the
    others read or write the brightness of the monitor there, and can do nothing
    else.

      --list          print the external monitors and the unused connectors; sends
                      nothing to a monitor
      --sysfs DIR     use the connectors and the simulated buses of a folder that
                      looks like /sys
      -h, --help      this text
      -V, --version   the version
    """
}
