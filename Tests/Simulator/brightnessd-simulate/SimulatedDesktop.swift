import BrightnessModel

/// GNOME as it answers a level that another program has written to a panel.
///
/// Its shell keeps the share of the range, and sets the level again that it computes from that
/// (`syncWithBacklight`, `_sync` and `setBacklight` in js/misc/brightnessManager.js of gnome-shell
/// 49.0 to 51.beta). The property that it sets is an integer, so that the level is truncated, and
/// mutter writes it through logind if it is another one (`get_backlight_info` in
/// src/backends/meta-backlight-sysfs.c, `meta_backlight_set_brightness` in
/// src/backends/meta-backlight.c of mutter 49.0 to 51.beta). mutter has one write under way at a
/// time. Once logind has replied it writes the level that it has read or computed meanwhile
/// (`on_brightness_set`).
struct SimulatedDesktop {
  /// How many steps of the history it takes to read the light, unless time passes before.
  let delay: Int
  /// The milliseconds that logind takes to write.
  let latency: Int
  /// The step at which it reads the light.
  var due: Int?
  /// The write under way, and when logind carries it out.
  private(set) var write: Write?
  /// The level that it has read or set last.
  private var target: Int?

  struct Write {
    let level: Int
    /// The level that it answers.
    let read: Int
    let at: Int64
  }

  init(delay: Int, latency: Int) {
    self.delay = delay
    self.latency = latency
  }

  /// What it makes of a level that another program has written.
  static func answer(to level: Int, of maximum: Int) -> Int {
    // The interface is a raw one.
    let least = maximum < 99 ? 0 : max(1, maximum / 100)
    let read = min(max(level, least), maximum)
    let share = Double(read - least) / Double(maximum - least)
    return Int(Double(least) + Double(maximum - least) * share)
  }

  /// Reads the light.
  mutating func read(_ shown: Int, of maximum: Int, at now: Int64) {
    due = nil
    guard shown != target else { return }
    let wanted = Self.answer(to: shown, of: maximum)
    target = wanted
    guard wanted != shown, write == nil else { return }
    write = Write(level: wanted, read: shown, at: now + Int64(latency) * 1_000_000)
  }

  /// logind carries out the write. The next one, if there is one, is as fast as it can be: mutter
  /// could go on writing for ever if it read each of its levels only after it had begun the next.
  mutating func endWrite(at now: Int64) {
    guard let done = write else { return }
    write = nil
    if let target, target != done.level { write = Write(level: target, read: target, at: now) }
  }

  /// The machine has slept: what is under way takes so much longer.
  mutating func sleep(_ nanoseconds: Int64) {
    write = write.map { Write(level: $0.level, read: $0.read, at: $0.at + nanoseconds) }
  }

  /// The light is gone, or its level is another one by now for a reason that nobody can tell from a
  /// late answer.
  mutating func dropWrite() { write = nil }
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
  func settled(_ level: Int) -> Int {
    desktop == nil ? level : (level...maximum).first { answered($0) == $0 } ?? maximum
  }

  /// What GNOME makes of a level, whether it runs or not.
  func answered(_ level: Int) -> Int { SimulatedDesktop.answer(to: level, of: maximum) }
}

extension World {
  /// The desktop begins to run; only panels are its.
  func beginDesktop(_ delay: Int, _ latency: Int) {
    for light in lights.indices where lights[light].kind == .panel {
      lights[light].desktop = SimulatedDesktop(delay: delay, latency: latency)
      lights[light].shown = lights[light].settled(lights[light].shown)
    }
  }

  /// The kernel tells the desktop too that somebody has written a light.
  func tellDesktop(of light: Int) {
    guard let desktop = lights[light].desktop, lights[light].isHealthy else { return }
    lights[light].desktop?.due = next + desktop.delay
    if desktop.delay == 0 { read(light) }
  }

  /// At a step of the history.
  func letDesktopAct() {
    for light in lights.indices {
      if let due = lights[light].desktop?.due, due <= next { read(light) }
      if let write = lights[light].desktop?.write, write.at <= now { self.write(write, to: light) }
    }
  }

  /// Before time passes: the desktop reads within milliseconds, and its writes are done when it is
  /// their time. The daemon knows an answer only within a second, so its event is not held back any
  /// longer by one that is late. Returns whether something happened.
  func letDesktopFinish() -> Bool {
    let late = lights.indices.filter { lights[$0].desktop != nil && lights[$0].events.count > 1 }
    for light in late { deliverEvents(of: light) }
    let waiting = lights.indices.filter { light in
      guard let desktop = lights[light].desktop else { return false }
      return desktop.due != nil || desktop.write.map { $0.at <= now } == true
    }
    for light in waiting {
      if lights[light].desktop?.due != nil { read(light) }
      if let write = lights[light].desktop?.write, write.at <= now { self.write(write, to: light) }
    }
    return !waiting.isEmpty || !late.isEmpty
  }

  /// The time of its next write.
  var nextDesktopWrite: Int64? { lights.compactMap { $0.desktop?.write?.at }.min() }

  /// The daemon ends: what the desktop would write only afterwards over another level, the next
  /// daemon would take for the user's.
  func endDesktopWrites() {
    for light in lights.indices {
      if lights[light].desktop?.due != nil { read(light) }
      guard let write = lights[light].desktop?.write else { continue }
      if lights[light].isSame(write.level, lights[light].shown) {
        self.write(write, to: light)
      }
      lights[light].desktop?.dropWrite()
    }
  }

  private func read(_ light: Int) {
    let known = lights[light]
    lights[light].desktop?.due = nil
    guard known.isHealthy else { return }
    lights[light].desktop?.read(known.shown, of: known.maximum, at: now)
    if let write = lights[light].desktop?.write, write.at <= now { self.write(write, to: light) }
  }

  private func write(_ write: SimulatedDesktop.Write, to light: Int) {
    lights[light].desktop?.endWrite(at: now)
    let known = lights[light]
    guard known.isHealthy else { return }
    tally.answers += 1
    if !known.isSame(write.read, known.shown) {
      tally.lateAnswers += 1
      // The daemon has to mend that. If it dies before, the next one takes it for the user's.
      lights[light].isTouched = true
      lights[light].candidates.insert(write.level)
    }
    lights[light].shown = write.level
    eventNumber += 1
    send("change", light, ["SOURCE=sysfs"])
  }
}
