import Model

/// GNOME as it answers a level that another program has written to a panel.
///
/// Its shell keeps the share of the range, and sets the level again that it computes from that
/// (`syncWithBacklight`, `_sync` and `setBacklight` in js/misc/brightnessManager.js of gnome-shell
/// 49.0 to 51.beta). The property that it sets is an integer, so that the level is truncated, and
/// mutter writes it through logind if it is another one (`get_backlight_info` in
/// src/backends/meta-backlight-sysfs.c, `meta_backlight_set_brightness` in
/// src/backends/meta-backlight.c of mutter 49.0).
struct PlayedDesktop {
  /// How many steps of the history it takes to answer, unless time passes before.
  let delay: Int
  /// The step at which it reads the light, and answers.
  var due: Int?
  /// The level that it has read or set last, and its share of the range.
  private var brightness: Int?
  private var value = 1.0

  init(delay: Int) {
    self.delay = delay
  }

  /// Reads the light; returns the level that it writes, or nil where that is the one it has read.
  mutating func answer(to shown: Int, of maximum: Int) -> Int? {
    // The interface is a raw one.
    let least = maximum < 99 ? 0 : max(1, maximum / 100)
    let read = min(max(shown, least), maximum)
    if read != brightness { value = Double(read - least) / Double(maximum - least) }
    let wanted = Int(Double(least) + Double(maximum - least) * value)
    brightness = wanted
    return wanted == read ? nil : wanted
  }
}

/// Levels where the desktop answers.
extension SimulatedLight {
  /// What the light may show once a level was written: that one, or the desktop's answer to it, or
  /// to the answer where the desktop has forgotten that.
  private func forms(of level: Int) -> [Int] {
    guard desktop != nil else { return [level] }
    let answer = answered(level)
    return [level, answer, answered(answer)]
  }

  /// Whether the desktop made one level of the other: which is the user's, a daemon may find either
  /// way where it reads the light for the first time.
  func isSame(_ one: Int, _ other: Int) -> Bool { forms(of: one).contains(other) || forms(of: other).contains(one) }

  func shows(_ level: Int) -> Bool { isSame(level, shown) }

  func shows(_ levels: ClosedRange<Int>) -> Bool { levels.contains(shown) || levels.contains { shows($0) } }

  /// The nearest level from here on that the desktop leaves alone, as each is that it sets itself.
  func settled(_ level: Int) -> Int { (level...maximum).first { answered($0) == $0 } ?? maximum }

  private func answered(_ level: Int) -> Int {
    guard var desktop = desktop.map({ PlayedDesktop(delay: $0.delay) }) else { return level }
    return desktop.answer(to: level, of: maximum) ?? level
  }
}

extension World {
  /// The desktop begins to run; only panels are its.
  func beginDesktop(_ delay: Int) {
    for light in lights.indices where lights[light].kind == .panel {
      lights[light].desktop = PlayedDesktop(delay: delay)
      lights[light].shown = lights[light].settled(lights[light].shown)
    }
  }

  /// The kernel tells the desktop too that the daemon has written a light.
  func tellDesktop(of light: Int) {
    guard let desktop = lights[light].desktop, lights[light].isHealthy, !isResuming else { return }
    lights[light].desktop?.due = next + desktop.delay
    if desktop.delay == 0 { answer(on: light) }
  }

  func answerWhereDue() {
    for light in lights.indices {
      if let due = lights[light].desktop?.due, due <= next { answer(on: light) }
    }
  }

  /// What the daemon reads after a sleep is no answer to it, so that the desktop sleeps longer.
  private var isResuming: Bool {
    if next > 0, case .resume = history[next - 1] { true } else { false }
  }

  /// Before time passes: the desktop answers within milliseconds. Returns whether it has to.
  func answerAll() -> Bool {
    let waiting = lights.indices.filter { lights[$0].desktop?.due != nil }
    for light in waiting { answer(on: light) }
    return !waiting.isEmpty
  }

  private func answer(on light: Int) {
    var known = lights[light]
    let level = known.isHealthy ? known.desktop?.answer(to: known.shown, of: known.maximum) : nil
    known.desktop?.due = nil
    lights[light].desktop = known.desktop
    guard let level else { return }
    tally.answers += 1
    lights[light].shown = level
    eventNumber += 1
    send("change", light, ["SOURCE=sysfs"])
  }
}
