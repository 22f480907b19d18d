import BrightnessControl
import BrightnessEventLoop
import BrightnessModel

extension Failure {
  /// Lists the lights with all their names, and the one that was probably meant.
  mutating func explain(unknown name: String, for verb: String, among lights: [Light]) {
    if lights.isEmpty { return }
    let known = lights.map { "\($0.id) (\(([$0.kind.rawValue] + $0.givenNames).joined(separator: ", ")))" }
    reason = "cannot find '\(name.inOneLine(atMost: 64))': expected \(known.joined(separator: ", "))"
    hint = Self.hint(unknown: name, for: verb, among: lights)
  }

  private static func hint(unknown name: String, for verb: String, among lights: [Light]) -> String? {
    if (try? Level(argument: name)) != nil {
      return "a level comes before the lights, as in `brightness set 50% panel`"
    }
    let names = lights.flatMap { [$0.id, $0.kind.rawValue] + $0.names }
    switch ForeignWords.light(name) {
    case .allScreens: return isOfAllScreens(verb) ? "leave it out for all screens" : "see `brightness list`"
    case .kind(let kind): return names.contains(kind.rawValue) ? "did you mean `\(kind.rawValue)`?" : nil
    case nil: break
    }
    let parts = name.split(separator: ",").map(String.init)
    if parts.count > 1, parts.allSatisfy(names.contains) {
      return verb == "set" ? "did you mean `\(parts.joined(separator: " "))`?" : nil
    }
    return name.nearest(among: names).map { "did you mean `\($0.inOneLine(atMost: 200))`?" }
  }

  private static func isOfAllScreens(_ verb: String) -> Bool { ["set", "hold"].contains(verb) }
}
