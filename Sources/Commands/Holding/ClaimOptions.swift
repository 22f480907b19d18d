import CommandLines
import ControlAPI

/// The options for claims: one or more claims, each followed by the lights that they are for.
enum ClaimOptions {
  private static let percentage = Parameter(name: "LEVEL", expected: "a percentage such as 60%", kind: .percentage)

  /// The options, their rules, and the percentages of those without a value.
  private static let rules: [(option: Option, rule: SessionsInterface.Rule, percent: Double?)] = [
    (Option(name: "--max", meaning: "full brightness", mayRepeat: true), .exactly, 100),
    // The daemon raises it to the floor of the light.
    (Option(name: "--min", meaning: "the lowest level that is not black", mayRepeat: true), .exactly, 0),
    (option("--at", "exactly this level"), .exactly, nil),
    (option("--at-least", "at least this level"), .atLeast, nil),
    (option("--at-most", "at most this level"), .atMost, nil),
    (option("--scale", "this percentage of the level that would apply otherwise"), .scaled, nil),
  ]

  static let light = Option(
    name: "--light",
    meaning: "apply the preceding claims to LIGHT (default: all screens)",
    value: Parameter(name: "LIGHT", expected: "the name of a light", kind: .light),
    mayRepeat: true
  )

  static let options = rules.map(\.option) + [light]

  /// Reads the claims. Lights may also precede all claims if no others follow; any other order would be ambiguous.
  static func claims(_ arguments: Arguments) throws(UsageError) -> [SessionsInterface.Claim] {
    var groups: [(claims: [SessionsInterface.Claim], lights: [String])] = [([], [])]
    for given in arguments.options {
      if given.name == light.name {
        groups[groups.count - 1].lights.append(given.value ?? "")
      } else if let entry = rules.first(where: { $0.option.name == given.name }) {
        if !groups[groups.count - 1].lights.isEmpty { groups.append(([], [])) }
        let percent = if let fixed = entry.percent { fixed } else { try given.value(as: Double.init(argument:)) }
        groups[groups.count - 1].claims.append(.init(rule: entry.rule, percent: percent))
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

  private static func option(_ name: String, _ meaning: String) -> Option {
    Option(name: name, meaning: meaning, value: percentage, mayRepeat: true)
  }
}
