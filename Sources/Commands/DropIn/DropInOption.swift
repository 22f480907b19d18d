/// An option of brightnessctl's.
enum DropInOption: CaseIterable, Sendable {
  case list, quiet, pretend, machineReadable, minValue, exponent, save, restore, help, device, subsystem, version

  /// Whether a value comes with it.
  enum Value: Sendable {
    case none
    /// Only as a part of the same word, or as a number in the next.
    case optional
    case required
  }

  var letter: Character {
    switch self {
    case .list: "l"
    case .quiet: "q"
    case .pretend: "p"
    case .machineReadable: "m"
    case .minValue: "n"
    case .exponent: "e"
    case .save: "s"
    case .restore: "r"
    case .help: "h"
    case .device: "d"
    case .subsystem: "c"
    case .version: "V"
    }
  }

  /// Without its hyphens.
  var longName: String {
    switch self {
    case .list: "list"
    case .quiet: "quiet"
    case .pretend: "pretend"
    case .machineReadable: "machine-readable"
    case .minValue: "min-value"
    case .exponent: "exponent"
    case .save: "save"
    case .restore: "restore"
    case .help: "help"
    case .device: "device"
    case .subsystem: "class"
    case .version: "version"
    }
  }

  var value: Value {
    switch self {
    case .minValue, .exponent: .optional
    case .device, .subsystem: .required
    default: .none
    }
  }

  /// What its value should be, as an error says it.
  var expected: String {
    switch self {
    case .minValue: "a number of the light's own steps"
    case .exponent: "a number above 0"
    case .device: "the name of a light, or a pattern"
    case .subsystem: "backlight or leds"
    default: "no value"
    }
  }

  /// For the help, in half a line.
  var meaning: String {
    switch self {
    case .list: "every light, one after the other"
    case .quiet: "says nothing of what was set"
    case .pretend: "changes nothing, and says what would be"
    case .machineReadable: "name, class, steps, per cent and maximum in one line, between commas"
    case .minValue: "does not go below so many of the light's own steps, or 1; with 0, down to black"
    case .exponent: "reads and says per cent on a curve: a share of the steps to this power, or 4"
    case .save: "remembers the level, before it is changed"
    case .restore: "brings back the level that was remembered"
    case .help: "says this"
    case .device: "which light: its name, or a pattern with *, ? and [ ]"
    case .subsystem: "of which class: backlight or leds"
    case .version: "says which version of brightnessctl is spoken"
    }
  }
}
