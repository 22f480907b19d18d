import BrightnessEventLoop

/// How GNOME may still answer our writes of the last second.
///
/// GNOME 49 and newer answers a level of ours with one that it rounds. Its answers come late,
/// because mutter has one write under way at a time, and our next one may overtake that. When
/// logind has replied, mutter writes the level that it has read meanwhile (`on_brightness_set` in
/// src/backends/meta-backlight.c of mutter 49.0 to 51.beta). So if GNOME rounds one of our levels,
/// it may write another one that it does not round.
struct DesktopAnswers: Hashable, Sendable {
  private var writes: [Write] = []

  private struct Write: Hashable {
    let raw: Int
    /// Whether the light showed this value after another one was written.
    let isResult: Bool
    var at: LoopClock.Instant
  }

  /// A desktop answers within milliseconds, unless it is busy.
  private static let timeToAnswer = Duration.seconds(1)
  /// How long processes stand still before and after a sleep.
  private static let timeToFreeze = Duration.seconds(1)

  /// Adds a value that we wrote, and the one that the hardware made of it.
  mutating func addWrite(of raw: Int, showing shown: Int?, at now: LoopClock.Instant) {
    writes.removeAll { $0.at.advanced(by: Self.timeToAnswer) <= now }
    writes.append(Write(raw: raw, isResult: false, at: now))
    if let shown, shown != raw { writes.append(Write(raw: shown, isResult: true, at: now)) }
  }

  /// The hardware did not make this value of a write: somebody had moved the light before it was
  /// read back.
  mutating func dropResult(_ raw: Int) { writes.removeAll { $0.isResult && $0.raw == raw } }

  /// The machine slept, and so did the desktop: it may answer now what was written just before.
  mutating func resume(at now: LoopClock.Instant, after sleep: Duration) {
    let longest = Self.timeToAnswer + Self.timeToFreeze + sleep
    writes.removeAll { $0.at.advanced(by: longest) <= now }
    for index in writes.indices { writes[index].at = now }
  }

  /// Whether this level may be an answer of GNOME: it is what GNOME makes of a recent write, or it
  /// is a recent write that GNOME has read meanwhile, and writes instead of the one that it rounds.
  func mayInclude(_ raw: Int, in range: DesktopRange, at now: LoopClock.Instant) -> Bool {
    let recent = writes.filter { now < $0.at.advanced(by: Self.timeToAnswer) }.map(\.raw)
    if recent.contains(where: { $0 != raw && range.isAnswer(raw, to: $0) }) { return true }
    return recent.contains(raw) && !range.rounds(raw) && recent.contains(where: range.rounds)
  }
}

/// The range in which GNOME 49 and newer change a panel.
///
/// GNOME Shell keeps a share of the range as a double, and sets the level that it computes from
/// that share; the assignment to an integer property truncates it (`_sync` in
/// js/misc/brightnessManager.js of gnome-shell 49.0 to 51.beta).
struct DesktopRange: Hashable, Sendable {
  let least: Int
  let maximum: Int

  /// mutter's lowest level (`get_backlight_info` in src/backends/meta-backlight-sysfs.c of mutter
  /// 49.0).
  init(of light: DiscoveredLight) {
    maximum = light.maximum
    least = maximum < 99 && light.type == .raw ? 0 : max(1, maximum / 100)
  }

  /// Whether GNOME answers the written level with this one, directly or in answer to its own
  /// answer.
  func isAnswer(_ raw: Int, to written: Int) -> Bool {
    raw == answer(to: written) || raw == answer(to: answer(to: written))
  }

  /// Whether GNOME answers this level with another one.
  func rounds(_ raw: Int) -> Bool { answer(to: raw) != raw }

  private func answer(to raw: Int) -> Int {
    guard raw > least, least < maximum else { return raw }
    let share = Double(raw - least) / Double(maximum - least)
    return Int(Double(least) + Double(maximum - least) * share)
  }
}
