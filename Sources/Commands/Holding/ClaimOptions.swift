import CommandLines
import ControlAPI

/// The options for claims: one or more claims, each followed by the lights that they are for.
enum ClaimOptions {
  private static let percentage = Parameter(name: "LEVEL", expected: "a percentage such as 60%", kind: .percentage)

  static let max = Option(name: "--max", meaning: "full brightness", mayRepeat: true)
  static let min = Option(name: "--min", meaning: "the lowest level that is not black", mayRepeat: true)
  static let at = Option(name: "--at", meaning: "exactly this level", value: percentage, mayRepeat: true)
  static let atLeast = Option(name: "--at-least", meaning: "at least this level", value: percentage, mayRepeat: true)
  static let atMost = Option(name: "--at-most", meaning: "at most this level", value: percentage, mayRepeat: true)
  static let scale = Option(
    name: "--scale",
    meaning: "this percentage of the level that would apply otherwise",
    value: percentage,
    mayRepeat: true
  )
  static let light = Option(
    name: "--light",
    meaning: "apply the preceding claims to LIGHT (default: all screens)",
    value: Parameter(name: "LIGHT", expected: "the name of a light", kind: .light),
    mayRepeat: true
  )

  static let options = [max, min, at, atLeast, atMost, scale, light]

  /// Reads the claims. Lights may also precede all claims if no others follow; any other order would be ambiguous.
  static func claims(_ arguments: Arguments) throws(UsageError) -> [SessionsInterface.Claim] {
    var groups: [(claims: [SessionsInterface.Claim], lights: [String])] = [([], [])]
    for given in arguments.options {
      if given.name == light.name {
        groups[groups.count - 1].lights.append(given.value ?? "")
      } else if let claim = try claim(given) {
        if !groups[groups.count - 1].lights.isEmpty { groups.append(([], [])) }
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
    return groups.flatMap { group -> [SessionsInterface.Claim] in
      let lights = group.lights.isEmpty ? leading : group.lights
      if lights.isEmpty { return group.claims }
      return lights.flatMap { light in group.claims.map { .init(light: light, rule: $0.rule, percent: $0.percent) } }
    }
  }

  private static func claim(_ given: Arguments.Given) throws(UsageError) -> SessionsInterface.Claim? {
    let rule: SessionsInterface.Rule
    switch given.name {
    case max.name: return .init(rule: .exactly, percent: 100)
    // The daemon raises it to the floor of the light.
    case min.name: return .init(rule: .exactly, percent: 0)
    case at.name: rule = .exactly
    case atLeast.name: rule = .atLeast
    case atMost.name: rule = .atMost
    case scale.name: rule = .scaled
    default: return nil
    }
    return .init(rule: rule, percent: try given.value(as: Double.init(argument:)))
  }
}
