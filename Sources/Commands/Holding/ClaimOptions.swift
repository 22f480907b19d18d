import CommandLines
import ControlAPI

/// The claims of a command line: options one after another, each run of which may be followed by the lights it is for.
enum ClaimWords {
  private static let percentage = Option.Value(
    placeholder: "LEVEL",
    expected: "a percentage such as 60%",
    kind: .percentage
  )

  static let max = Option("--max", "as bright as it goes", mayRepeat: true)
  static let min = Option("--min", "as dark as it goes without going black", mayRepeat: true)
  static let at = Option("--at", "exactly so bright", value: percentage, mayRepeat: true)
  static let atLeast = Option("--at-least", "so bright or brighter", value: percentage, mayRepeat: true)
  static let atMost = Option("--at-most", "so bright or darker", value: percentage, mayRepeat: true)
  static let scale = Option("--scale", "a part of what it would be", value: percentage, mayRepeat: true)
  static let light = Option(
    "--light",
    "the light that the claims before it are for; without it, everything that shows a picture",
    value: Option.Value(placeholder: "LIGHT", expected: "the name of a light", kind: .light),
    mayRepeat: true
  )

  static let options = [max, min, at, atLeast, atMost, scale, light]

  /// The claims. A light may also stand before all of them, where it is the only one: in any other order it would not be plain which is meant.
  static func claims(_ arguments: Arguments) throws(UsageError) -> [SessionsInterface.Claim] {
    var groups = [ClaimGroup()]
    for given in arguments.options {
      if given.name == light.name {
        groups[groups.count - 1].lights.append(given.value ?? "")
      } else if let claim = try claim(given) {
        if !groups[groups.count - 1].lights.isEmpty { groups.append(ClaimGroup()) }
        groups[groups.count - 1].claims.append(claim)
      }
    }
    let leading = groups[0].claims.isEmpty ? groups.removeFirst().lights : []
    guard !groups.isEmpty else {
      throw .missingValue(arguments.grammar.name, expected: "a claim such as --max or --at-most 30%")
    }
    if let first = leading.first, groups.contains(where: { !$0.lights.isEmpty }) {
      throw .wrongValue(light.name, first, expected: "a claim before it, as before the others")
    }
    return groups.flatMap { $0.all(orFor: leading) }
  }

  private static func claim(_ given: Arguments.Given) throws(UsageError) -> SessionsInterface.Claim? {
    switch given.name {
    case max.name: return .init(rule: .exactly, percent: 100)
    // Brought up to the floor of the light.
    case min.name: return .init(rule: .exactly, percent: 0)
    case at.name: return .init(rule: .exactly, percent: try percent(given))
    case atLeast.name: return .init(rule: .atLeast, percent: try percent(given))
    case atMost.name: return .init(rule: .atMost, percent: try percent(given))
    case scale.name: return .init(rule: .scaled, percent: try percent(given))
    default: return nil
    }
  }

  private static func percent(_ given: Arguments.Given) throws(UsageError) -> Double {
    try given.value(as: { (text) throws(UsageError) in try Double(word: text) })
  }
}

/// Claims that stand together, and the lights that stand behind them.
private struct ClaimGroup {
  var claims: [SessionsInterface.Claim] = []
  var lights: [String] = []

  func all(orFor others: [String]) -> [SessionsInterface.Claim] {
    let lights = lights.isEmpty ? others : lights
    guard !lights.isEmpty else { return claims }
    return lights.flatMap { light in claims.map { .init(light: light, rule: $0.rule, percent: $0.percent) } }
  }
}
