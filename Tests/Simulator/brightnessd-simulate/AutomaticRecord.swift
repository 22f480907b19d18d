/// What the daemon keeps of automatic brightness for its next process: the light in the room that
/// levels stand for, and the lights that follow. It is saved before a light is written, so that it
/// tells what the daemon has decided.
struct AutomaticRecord {
  var text = ""
  private(set) var room: Double?
  private(set) var lights: [String: Follower] = [:]

  struct Follower {
    /// Off, on, or paused.
    var mode = ""
    /// The base level, and that before the last adaptation, as they are written.
    var level: String?
    var former: String?
    var curve: [(light: Double, share: Double)] = []
    /// The levels in the dark and in the light, and in which of them the keyboard is.
    var keyboard: (dark: Double, light: Double)?
    var isDark = false
    /// The light in the room of the last adaptation.
    var light: Double?
    var offset: (share: Double, light: Double)?
  }

  init() {}

  init(_ text: String) {
    self.text = text
    for line in text.split(separator: "\n") {
      var fields: [Substring: Substring] = [:]
      for field in line.split(separator: " ") {
        fields[field.prefix { $0 != "=" }] = field.drop { $0 != "=" }.dropFirst()
      }
      if line.hasPrefix("ambient") { room = fields["room"].flatMap { Double($0) } }
      guard let name = fields["light"] else { continue }
      lights[name.split(separator: "%3A").joined(separator: ":")] = Follower(fields)
    }
  }
}

extension AutomaticRecord.Follower {
  fileprivate init(_ fields: [Substring: Substring]) {
    mode = String(fields["mode"] ?? "")
    level = fields["level"].map(String.init)
    former = fields["former"].map(String.init)
    curve = (fields["curve"] ?? "").split(separator: ",").compactMap { point in
      let numbers = point.split(separator: ":").map { Double($0.filter { $0 != "*" }) ?? 0 }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
    let levels = (fields["keyboard"] ?? "").split(separator: ",").compactMap { Double($0) }
    if levels.count == 2 { keyboard = (levels[0], levels[1]) }
    isDark = fields["room"] == "dark"
    light = fields["at"].flatMap { Double($0) }
    let numbers = (fields["offset"] ?? "").split(separator: "@").compactMap { Double($0) }
    if numbers.count == 2 { offset = (numbers[0], numbers[1]) }
  }

  /// The share that the light must have in this light in the room, written anew from the
  /// guarantees: the curve, moved by an offset that is gone four doublings away from where it was
  /// made, and never below the floor.
  func wanted(in light: Double, floor: Double) -> Double {
    if let keyboard { return isDark ? keyboard.dark : keyboard.light }
    var moved = share(in: light)
    if let offset { moved += offset.share * max(0, 1 - abs(light - offset.light) / 256) }
    return max(floor, min(max(moved, 0), 1))
  }

  private func share(in light: Double) -> Double {
    guard let above = curve.firstIndex(where: { $0.light > light }) else { return curve.last?.share ?? 0 }
    guard above > 0 else { return curve[0].share }
    let (left, right) = (curve[above - 1], curve[above])
    return left.share + (right.share - left.share) * (light - left.light) / (right.light - left.light)
  }
}
