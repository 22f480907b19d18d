import BrightnessControl
import BrightnessModel
import CommandLines

/// Words of other programs (brightnessctl, light, xbacklight) and of everyday use, with what they
/// are here.
enum ForeignWords {
  static let verbs: [String: [String]] = [
    "info": ["list"], "ls": ["list"], "status": [], "show": [], "inc": ["up"], "increase": ["up"], "dec": ["down"],
    "decrease": ["down"], "raise": ["up"], "brighter": ["up"], "lower": ["down"], "dim": ["down"], "dn": ["down"],
    "version": ["--version"], "stop": ["cancel"], "end": ["cancel"], "kill": ["cancel"], "restore": ["reset"],
    "release": ["reset"], "undo": ["reset"], "s": ["set"], "g": ["get"], "i": ["list"], "m": ["list"],
    "on": ["set", "max"], "off": ["set", "min", "--allow-off"], "history": ["auto", "history"],
    // `brightness-fleet` has no such verb.
    "get": ["list"],
  ]

  static let options: [String: [String]] = [
    "-l": ["list"], "--list": ["list"], "-v": ["--version"], "-q": [], "--quiet": [],
    "-P": ["--percent"], "--percentage": ["--percent"], "-d": [], "--device": [], "--light": [],
    "-inc": ["up"], "-dec": ["down"], "-set": ["set"], "-get": ["get"], "-A": ["up"], "-U": ["down"], "-S": ["set"],
    "-G": ["get"],
  ]

  /// Words for the first operand of a verb that has its own words for it.
  static let choices: [String: [String]] = [
    "yes": ["on"], "true": ["on"], "enable": ["on"], "start": ["on"], "no": ["off"], "false": ["off"],
    "disable": ["off"], "stop": ["off"], "reset": ["forget"], "status": [], "show": [],
  ]

  static let levels: [String: [String]] = ["off": ["min", "--allow-off"], "full": ["max"], "on": ["max"]]

  private static let lights: [String: ForeignLight] = [
    "all": .allScreens, "screen": .allScreens, "screens": .allScreens, "display": .allScreens, "displays": .allScreens,
    "kbd": .kind(.keyboard), "laptop": .kind(.panel),
  ]

  /// Nil for a word that is not known.
  static func light(_ word: String) -> ForeignLight? {
    let small = word.lowercased()
    if let known = lights[small] { return known }
    if small.split(whereSeparator: { !$0.isLetter }).contains("kbd") { return .kind(.keyboard) }
    // Connectors of built-in panels, as compositors name them.
    return ["edp-", "lvds-", "dsi-"].contains { small.hasPrefix($0) } ? .kind(.panel) : nil
  }

  /// Whether an unknown word may name a light: a kind, or a name as kernels and connectors have it.
  static func mayBeLight(_ word: String) -> Bool {
    Help.kindNames.contains(word) || lights[word] != nil
      || word.contains { "/_:-=*".contains($0) || $0.isNumber || $0.isUppercase }
  }

  static let units: [String: String] = [
    "msec": "ms", "msecs": "ms", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m",
    "minute": "m", "minutes": "m", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d",
  ]
}

/// The lights that a foreign word means.
enum ForeignLight: Hashable, Sendable {
  /// They need no name.
  case allScreens
  case kind(LightsInterface.Kind)
}

extension Level {
  /// Our spelling of a level that was written as for other programs: `40`, `5%-`, `+5`, `=40`,
  /// `500`, with a comma, or with two percent signs as in a unit: `40%%`.
  static func meant(by word: String) -> String? {
    var digits = String(word.map { $0 == "," ? "." : $0 })[...]
    if digits.first == "=" { digits.removeFirst() }
    if digits.hasSuffix("%%") { digits.removeLast() }
    var sign = ""
    if let last = digits.last, "+-".contains(last) { sign = String(digits.removeLast()) }
    if sign.isEmpty, let first = digits.first, "+-".contains(first) { sign = String(digits.removeFirst()) }
    let isPlain = digits.last != "%"
    if !isPlain { digits.removeLast() }
    guard digits.first?.isNumber == true else { return nil }
    let percent = "\(sign)\(digits)%"
    let forms = isPlain ? [percent, "raw:\(sign)\(digits)"] : [percent]
    return forms.first { $0 != word && (try? Level(argument: $0)) != nil }
  }
}
