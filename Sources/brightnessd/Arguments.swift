import CommandLines
import Daemon
import Glibc
import Hardware
import Service

/// The program's parsed command line.
struct Arguments: Hashable {
  enum Task: Hashable {
    case serve, restore, replay, check, help, version
  }

  var task = Task.serve
  /// Nil for the usual path, or one in the simulated machine.
  var socket: String?
  /// Nil for the usual folder, or one in the simulated machine.
  var state: String?
  /// A folder that stands for `/sys`; nil for the running kernel.
  var sysfs: String?
  /// The only configuration file; nil for those of the system. With `--check-config`, it may also
  /// be given without `--config`.
  var config: String?
  /// Nil for the configured level.
  var log: LogLevel?
  var isSimulated = false
  /// Whether it serves only the user who starts it.
  var isForUser = false
  /// Where the core's actions are recorded, or read from.
  var recording: String?

  /// The daemon to run: on a simulated machine or this one, for all users or only one.
  func plan(
    simulatedAt root: String? = nil,
    for user: UserPlaces? = nil,
    by kernel: UdevOrigin = UdevOrigin()
  ) -> DaemonProcess.Plan {
    let sysfs = root ?? sysfs
    var plan = DaemonProcess.Plan(
      socket: socket ?? root.map { "\($0)/socket" } ?? user?.socket ?? SystemPlaces.socket,
      state: state ?? root.map { "\($0)/state" } ?? user?.state ?? SystemPlaces.state,
      origin: sysfs.map { FakeTreeOrigin(root: $0) } ?? kernel,
      places: config.map { ConfigurationPlaces(file: $0) } ?? user?.configuration ?? .standard
    )
    plan.logLevel = log
    plan.recording = recording
    plan.isForOwnerAlone = user != nil
    if sysfs != nil || user != nil { plan.owner = getuid() }
    if let sysfs { plan.seat = SeatFile(".seats/seat0", in: sysfs) }
    plan.workers = workers(sysfs)
    let isOfSystem = plan.state == SystemPlaces.state
    plan.lasting = isOfSystem ? SystemPlaces.lasting : user?.lasting ?? "\(plan.state)/lasting"
    return plan
  }

  /// Where workers come from: systemd starts those of the system's daemon. Any other daemon starts
  /// them itself, with its own rights.
  private func workers(_ sysfs: String?) -> Workers? {
    if let sysfs { return access("\(sysfs)/class/drm", F_OK) == 0 ? .ownProcesses(sysfs: sysfs) : nil }
    let isOfSystemd = !isForUser && access("/run/systemd/system", F_OK) == 0
    return isOfSystemd ? .socket("/run/brightnessd/ddc") : .ownProcesses()
  }

  /// The paths of the user who starts it, if it serves only that user.
  func userPlaces() throws(DaemonError) -> UserPlaces? {
    guard isForUser else { return nil }
    return try UserPlaces { name in getenv(name).map { String(cString: $0) } }
  }

  init(_ words: [String]) throws(UsageError) {
    var reader = ArgumentReader(words)
    while let part = reader.next() {
      switch part {
      case .option(let option): try readOption(option, &reader)
      case .word(let word) where task == .check && config == nil && !word.isEmpty: config = word
      case .word(let word): throw .unexpectedWord(word, expected: "an option")
      case .endOfOptions: throw .unknownOption("--")
      }
    }
    guard task != .help, task != .version else { return }
    for (one, other) in Self.conflicts where reader.seen.contains(one) && reader.seen.contains(other) {
      throw .conflict(one, other)
    }
  }

  private static let conflicts = [
    ("--simulate", "--sysfs"), ("--simulate", "--restore"), ("--simulate", "--user"), ("--socket", "--restore"),
    ("--record", "--restore"), ("--record", "--replay"), ("--replay", "--restore"), ("--replay", "--simulate"),
    ("--check-config", "--restore"), ("--check-config", "--replay"), ("--check-config", "--simulate"),
  ]

  /// `--help` takes precedence over `--version`, and both over the other tasks, which exclude each
  /// other by `conflicts`.
  private mutating func readOption(_ option: String, _ reader: inout ArgumentReader) throws(UsageError) {
    try reader.rejectRepetition()
    switch option {
    case "--help": task = .help
    case "--version": if task != .help { task = .version }
    case "--restore": if task == .serve { task = .restore }
    case "--check-config":
      if task == .serve { task = .check }
      config = reader.attachedValue() ?? config
    case "--record": recording = try reader.value("a file")
    case "--replay":
      recording = try reader.value("a file")
      if task == .serve { task = .replay }
    case "--simulate": isSimulated = true
    case "--user": isForUser = true
    case "--socket": socket = try reader.value("a path")
    case "--state": state = try reader.value("a folder")
    case "--sysfs": sysfs = try reader.value("a folder")
    case "--config": config = try reader.value("a file")
    case "--log": log = try level(reader.value("a level"))
    default: throw .unknownOption(option)
    }
    try reader.rejectUnreadValue()
  }

  private func level(_ text: String) throws(UsageError) -> LogLevel {
    guard let level = LogLevel(rawValue: text) else {
      let names = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
      throw .wrongValue("--log", text, expected: "one of \(names)")
    }
    return level
  }

  static let help = """
    usage: brightnessd [--user] [--socket PATH] [--sysfs DIR] [--state DIR]
                       [--config FILE] [--log LEVEL] [--record FILE]
           brightnessd --simulate [--socket PATH] [--state DIR] [--config FILE]
                       [--log LEVEL] [--record FILE]
           brightnessd --check-config [FILE] [--user]
           brightnessd --replay FILE
           brightnessd --restore [--user] [--sysfs DIR] [--state DIR]
                       [--config FILE] [--log LEVEL]

    Control the brightness of screens and keyboard lights; restore it when a client
    that holds a level ends.

      --socket PATH   where clients connect, instead of
                      /run/brightnessd/io.brightnessd
      --sysfs DIR     the lights of a folder that looks like /sys
      --simulate      simulate a panel, keyboard, monitor and light sensor, made of
                      files
      --state DIR     the folder of restore records, instead of
                      /run/brightnessd/state
      --config FILE   the only configuration file, instead of /etc/brightnessd.conf
                      and its drop-ins
      --user          run as an unprivileged daemon for you alone; writes go through
                      logind
      --log LEVEL     error, warning, notice, info or debug
      --check-config  print each problem of the configuration, or of FILE, then exit
                      (0: no errors, 1: errors)
      --record FILE   write every action to FILE, for a bug report
      --replay FILE   carry out a recording without hardware, and print each action
                      with what it changes
      --restore       restore all lights with a pending restore, then exit (0: all
                      restored, 1: some failed)
      -h, --help      this text
      -V, --version   the version
    """
}
