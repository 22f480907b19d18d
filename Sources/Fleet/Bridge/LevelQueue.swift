import BrightnessModel

/// The levels that other machines set. A light has one call at a time, and of several levels that
/// wait, as those of a slider do, the newest counts.
///
/// The daemon does not limit `Set`, because a user is at its other end. Here it may be a program,
/// so monitors, whose memory wears out, have the budget of programs: a burst, then one in 10 s.
struct LevelQueue: Sendable {
  private enum Progress: Sendable {
    case called(next: LevelPayload?)
    case waiting(LevelPayload)
  }

  static let burst = 12
  static let interval = Duration.seconds(10)

  /// A key of nil stands for every screen.
  private var progress: [LightID?: Progress] = [:]
  private var budgets: [LightID: Budget] = [:]

  mutating func add(_ level: LevelPayload, for light: LightID?) {
    if case .called = progress[light] {
      progress[light] = .called(next: level)
    } else {
      progress[light] = .waiting(level)
    }
  }

  /// Forgets a light; a call that is under way is still answered.
  mutating func remove(_ light: LightID) {
    switch progress[light] {
    case .called: progress[light] = .called(next: nil)
    case .waiting, nil: progress[light] = nil
    }
  }

  mutating func finish(_ light: LightID?) {
    guard case .called(let next) = progress[light] else { return }
    progress[light] = next.map { .waiting($0) }
  }

  /// The next level that may be set now, which counts as called. `monitors` are those that are
  /// connected.
  mutating func takeDue(at now: Moment, monitors: Set<LightID>) -> SetRequest? {
    for (light, level) in waiting where ready(light, monitors).map({ $0 <= now }) ?? true {
      progress[light] = .called(next: nil)
      for monitor in Self.concerned(by: light, monitors) {
        budgets[monitor, default: Budget(burst: Self.burst, interval: Self.interval, at: now)].use(at: now)
      }
      budgets = budgets.filter { !$0.value.isFull(at: now) }
      return SetRequest(light: light, level: level)
    }
    return nil
  }

  /// When the next level that waits for its budget may be set.
  func nextCall(monitors: Set<LightID>) -> Moment? { waiting.compactMap { ready($0.light, monitors) }.min() }

  /// The levels that wait: that of every screen first, then by the lights' ids.
  private var waiting: [(light: LightID?, level: LevelPayload)] {
    progress.compactMap { light, progress in
      if case .waiting(let level) = progress { (light, level) } else { nil }
    }
    .sorted { left, right in
      guard let other = right.light else { return false }
      return left.light.map { $0 < other } ?? true
    }
  }

  /// When every monitor that a call concerns may be written; nil if it has been possible all the
  /// time.
  private func ready(_ light: LightID?, _ monitors: Set<LightID>) -> Moment? {
    Self.concerned(by: light, monitors).compactMap { budgets[$0]?.ready }.max()
  }

  private static func concerned(by light: LightID?, _ monitors: Set<LightID>) -> Set<LightID> {
    light.map { monitors.intersection([$0]) } ?? monitors
  }
}

extension Fleet.State {
  mutating func receiveLevel(_ payload: [UInt8], for light: LightID?) {
    guard settings.accepts.contains(.set) else { return refuse(.notAccepted) }
    if let light, view.lights[light] == nil { return refuse(.noSuchLight(light)) }
    do throws(Refusal) { levels.add(try LevelPayload(payload), for: light) } catch { refuse(error) }
  }

  mutating func callDueLevels() {
    while let call = levels.takeDue(at: now, monitors: view.monitors) { requests.append(.set(call)) }
  }
}
