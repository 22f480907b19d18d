import BrightnessControl
import CommandLines

/// The options for claims. A claim is for all screens, or for the light that its value names.
package enum ClaimOptions {
  private static let level = Parameter(name: "[LIGHT=]LEVEL", expected: "a percentage such as 60%", kind: .claim)

  /// The options, their rules, and the percentages of those without a level.
  private static let rules: [(option: Option, rule: SessionsInterface.Rule, percent: Double?)] = [
    (option("--max", "full brightness", .light), .exactly, 100),
    // The daemon raises it to the floor of the light.
    (option("--min", "the lowest level that is not black", .light), .exactly, 0),
    (option("--at", "exactly this level"), .exactly, nil),
    (option("--at-least", "at least this level"), .atLeast, nil),
    (option("--at-most", "at most this level"), .atMost, nil),
    (option("--scale", "this percentage of the level that would apply otherwise"), .scaled, nil),
  ]

  package static let options = rules.map(\.option)

  static func claims(
    _ arguments: Arguments,
    byDefault usual: [SessionsInterface.Claim] = []
  ) throws(UsageError) -> [SessionsInterface.Claim] {
    var claims: [SessionsInterface.Claim] = []
    for given in arguments.options {
      guard let entry = rules.first(where: { $0.option.name == given.name }) else { continue }
      let (light, percent) = try claim(given, fixed: entry.percent)
      claims.append(.init(light: light, rule: entry.rule, percent: percent))
    }
    if claims.isEmpty, !usual.isEmpty { return usual }
    if claims.isEmpty {
      throw .missingValue(arguments.grammar.name, expected: "a level such as --max or --at-most 30%")
    }
    return claims
  }

  /// A level, or a light and a level; the name of a light may contain `=`.
  private static func claim(_ given: Arguments.Given, fixed: Double?) throws(UsageError) -> (String?, Double) {
    if let fixed {
      if given.value == "" { throw .missingValue("\(given.name)=", expected: "the name of a light") }
      return (given.value, fixed)
    }
    let value = given.value ?? ""
    let sign = value.lastIndex(of: "=")
    let light = sign.map { String(value[..<$0]) }
    if light == "" { throw .wrongValue(given.name, value, expected: "the name of a light before '='") }
    let level = Arguments.Given(name: given.name, value: sign.map { String(value[value.index(after: $0)...]) } ?? value)
    return (light, try level.value(as: Double.init(argument:)))
  }

  private static func option(_ name: String, _ meaning: String, _ value: Parameter = level) -> Option {
    Option(name: name, meaning: meaning, value: value, mayRepeat: true)
  }
}
