import BrightnessControl
import CommandLines
import Service

/// The program's parsed command line.
struct BridgeArguments: Hashable {
  enum Task: Hashable {
    case serve, check, help, version
  }

  var task = Task.serve
  var socket = ControlClient.usualSocket
  /// The only configuration file; nil for those of the system. With `--check-config`, it may also
  /// be given without `--config`.
  var config: String?
  var log = LogLevel.info

  var places: ConfigurationPlaces { config.map { ConfigurationPlaces(file: $0) } ?? .ofSystem("brightnessd-mqtt") }

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
  }

  private mutating func readOption(_ option: String, _ reader: inout ArgumentReader) throws(UsageError) {
    try reader.rejectRepetition()
    switch option {
    case "--help": task = .help
    case "--version": if task != .help { task = .version }
    case "--check-config":
      if task == .serve { task = .check }
      config = reader.attachedValue() ?? config
    case "--socket": socket = try reader.value("a path")
    case "--config": config = try reader.value("a file")
    case "--log":
      let name = try reader.value("a level")
      guard let level = LogLevel(rawValue: name) else {
        throw .wrongValue(option, name, expected: "error, warning, notice, info or debug")
      }
      log = level
    default: throw .unknownOption(option)
    }
    try reader.rejectUnreadValue()
  }

  static let help = """
    usage: brightnessd-mqtt [--config FILE] [--socket PATH] [--log LEVEL]
           brightnessd-mqtt --check-config [FILE]

    Let other machines hold and set the lights of this one through an MQTT broker.

      --config FILE   the only configuration file, instead of
                      /etc/brightnessd-mqtt.conf and its drop-ins
      --socket PATH   where the daemon listens, instead of
                      /run/brightnessd/io.brightnessd
      --log LEVEL     error, warning, notice, info or debug
      --check-config  print each problem of the configuration, or of FILE, then exit
                      (0: no errors, 1: errors)
      -h, --help      this text
      -V, --version   the version
    """
}
