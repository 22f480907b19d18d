import BrightnessModel
import DDC
import DDCTesting
import Glibc
import Hardware
import HardwareTesting
import RandomHistories
import Testing

@testable import Brightness
@testable import Daemon

/// Random histories of one monitor, through the real worker.
@Suite struct MonitorHistoryTests {
  @Test(arguments: historySeeds(8))
  func `for any history, a monitor returns to the user's level, and gets no message while it is dark`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<rounds {
      let history = (0..<60).map { _ in MonitorStep(&random) }
      guard let violation = try violation(by: history) else { continue }
      let shortest = shrunk(history) { (try? self.violation(by: $0)) != nil }
      let steps = shortest.map { "  .\($0)," }.joined(separator: "\n")
      let reason = try self.violation(by: shortest) ?? ""
      Issue.record("seed \(seed): \(violation); shortest: \(reason) after\n\(steps)")
      return
    }
  }

  private func violation(by history: [MonitorStep]) throws -> String? {
    var world = try MonitorWorld()
    for step in history {
      try world.take(step)
      if world.violation != nil { return world.violation }
    }
    try world.bringToRest()
    return world.violation
  }

  private var rounds: Int {
    getenv("BRIGHTNESSD_MODEL_STEPS").flatMap { Int(String(cString: $0)) }.map { $0 / 4_000 } ?? 6
  }
}

enum MonitorStep {
  /// An even percentage, so that the user's levels differ from it.
  case hold(Int, percent: Int)
  case release(Int)
  /// An odd level.
  case set(Int)
  /// An odd level, by the buttons of the monitor.
  case press(Int)
  /// The screen goes dark; with an event of the card or without.
  case darken(hasEvent: Bool)
  /// The screen is lit again, maybe with a level that the monitor made up.
  case light(forgets: Int?, hasEvent: Bool)
  case resume
  case fault(MonitorFaults)
  case unplug
  case plug
  case pass(Duration)
  case endWorkers
  case die

  init(_ random: inout SeededRandom) {
    let event = random.oneIn(2)
    switch random.number(below: 43) {
    case 0...7: self = .hold(random.number(below: 3), percent: 2 + 2 * random.number(below: 50))
    case 8...13: self = .release(random.number(below: 3))
    case 14...15: self = .set(1 + 2 * random.number(below: 50))
    case 16...18: self = .darken(hasEvent: event)
    case 19...22: self = .light(forgets: random.oneIn(2) ? 1 + 2 * random.number(below: 50) : nil, hasEvent: event)
    case 23...24: self = .resume
    case 25: self = .fault(MonitorFaults(&random))
    case 26...27: self = .fault(MonitorFaults())
    case 28: self = .unplug
    case 29...30: self = .plug
    case 31...37:
      self = .pass(random.one(of: [.milliseconds(10), .milliseconds(250), .seconds(1), .seconds(6), .seconds(60)]))
    case 38: self = .endWorkers
    case 39...41: self = .press(1 + 2 * random.number(below: 50))
    default: self = .die
    }
  }
}

extension MonitorFaults {
  fileprivate init(_ random: inout SeededRandom) {
    self.init()
    switch random.number(below: 6) {
    case 0: isDeaf = true
    case 1: refusedWrites = [EIO, EREMOTEIO]
    case 2: refusedReads = [EIO]
    case 3: nullReplies = random.one(of: [1, 8])
    case 4: garbledReplies = random.one(of: [1, 5])
    default: refusedChanges = [EAGAIN]
    }
  }
}

/// A daemon with one monitor, and what the user may see there.
private struct MonitorWorld {
  private static let connector = TestMonitor()
  private let daemon: TestDaemon
  private let workers: SimulatedWorkers
  /// The levels that may be the user's: more than one after a call that failed, or a sleep in which
  /// a free monitor forgot its level, until the user sets one.
  private var bases: Set<Int> = [40]
  private var (isLit, isPlugged) = (true, true)
  /// Whether the daemon could notice that the screen is dark: by an event, or by one of its looks.
  private var isDarkNoticed = false
  /// Whether the daemon read the monitor since it was dark, so that another level is by its
  /// buttons.
  private var isRead = true
  private var hasFaults = false
  /// What the buttons chose, and what may have been the user's level before, until the daemon has
  /// read it.
  private var unreadPress: (level: Int, bases: Set<Int>)?
  var violation: String?

  init() throws {
    daemon = try TestDaemon.withKnownMonitor(Self.connector)
    workers = try #require(daemon.workers)
  }

  mutating func take(_ step: MonitorStep) throws {
    let wasDark = !isLit
    try carryOut(step)
    let messages = daemon.messages()
    if wasDark, !isLit, !messages.isEmpty { violation = "a dark monitor got \(messages)" }
    if isLit, !hasFaults, !messages.isEmpty { isRead = true }
    noteReading()
    if messages.count > 150 { violation = "\(messages.count) messages in one step" }
    if case .pass(let duration) = step {
      checkRest(hasLooked: duration > .seconds(5))
    } else {
      checkRest(hasLooked: false)
    }
  }

  private mutating func carryOut(_ step: MonitorStep) throws {
    switch step {
    case .hold(let holder, let percent): daemon.holdMonitor(holder, at: Double(percent))
    case .release(let holder): daemon.release(holder)
    case .set(let raw):
      _ = daemon.setMonitor(.raw(raw))
      if isPlugged, isLit, Int(workers[1]) == raw { bases = [raw] } else { bases.insert(raw) }
    case .press(let level): press(level)
    case .darken(let hasEvent):
      isLit = false
      loseSight()
      isDarkNoticed = isDarkNoticed || hasEvent
      try show("Off", hasEvent)
    case .light(let forgets, let hasEvent):
      if let forgets, !isLit, isDarkNoticed { forget(forgets) }
      (isLit, isDarkNoticed) = (true, false)
      try show("On", hasEvent)
    case .resume:
      loseSight()
      daemon.handle(.resumed)
      daemon.runUntilIdle()
    case .fault(let faults):
      hasFaults = faults != MonitorFaults()
      daemon.fault { $0 = faults }
    case .unplug where isPlugged:
      Self.connector.remove(from: daemon.tree)
      isPlugged = false
      loseSight()
      try daemon.sendCardEvent()
    case .plug where !isPlugged:
      try Self.connector.add(to: daemon.tree)
      (isPlugged, isLit, isDarkNoticed) = (true, true, false)
      try daemon.sendCardEvent()
    case .unplug, .plug: break
    case .pass(let duration):
      pass(duration)
      if !isLit, duration > .seconds(5) { isDarkNoticed = true }
    case .endWorkers:
      hasFaults = true
      workers.endAll()
    case .die:
      loseSight()
      daemon.kill()
      if daemon.recordsOfKilled().isEmpty { bases.insert(Int(workers[1])) }
      try daemon.start()
    }
  }

  /// The user presses the monitor's buttons. The daemon recognises the new level as the user's if
  /// it knows what the monitor showed before.
  private mutating func press(_ level: Int) {
    guard isPlugged, isLit else { return }
    let isKnown = isRead && !hasFaults && !daemon.hasJobs && daemon.core.isAtRest
    let earlier = bases.union(unreadPress?.bases ?? [])
    bases = isKnown && daemon.lights[.monitor]?.reason == nil ? [level] : earlier.union([level])
    unreadPress = (level, earlier)
    workers[1] = UInt16(level)
  }

  private mutating func noteReading() {
    guard let press = unreadPress, let view = daemon.lights[.monitor] else { return }
    let isHeldUnread = view.state == .held && Int(workers[1]) == press.level
    if view.base.setting.raw == press.level, !isHeldUnread { unreadPress = nil }
  }

  /// What the monitor shows when it is read next is no user's choice.
  private mutating func loseSight() {
    isRead = false
    bases.formUnion(unreadPress?.bases ?? [])
  }

  private func show(_ mode: String, _ hasEvent: Bool) throws {
    guard isPlugged else { return }
    try daemon.change("dpms", mode)
    if hasEvent { try daemon.sendCardEvent() }
  }

  /// While a level of ours is shown, the monitor's own one is no user's choice.
  private mutating func forget(_ level: Int) {
    guard isPlugged else { return }
    if daemon.restores.isEmpty { bases.insert(level) }
    workers[1] = UInt16(level)
  }

  private func pass(_ duration: Duration) {
    var left = duration
    while left > .zero {
      daemon.passAtOnce(min(left, .seconds(1)))
      left -= .seconds(1)
    }
  }

  /// A free monitor shows the user's level, and one that is held the level of the hold: at the
  /// latest at the next look for sleep.
  private mutating func checkRest(hasLooked: Bool) {
    guard isPlugged, isLit, !daemon.hasJobs, let view = daemon.lights[.monitor] else { return }
    let level = Int(workers[1])
    if view.state == .free, daemon.restores.isEmpty, daemon.isIdle, !bases.contains(level) {
      violation = "it is free at \(level), not at \(bases.sorted())"
    }
    if hasLooked, view.state == .held, view.reason == nil, level != view.target.raw, level != unreadPress?.level,
      daemon.core.isAtRest
    {
      violation = "it is held at \(level), not at \(view.target.raw)"
    }
  }

  /// Ends all holds and faults, plugs the monitor in, lights it, and lets time pass.
  mutating func bringToRest() throws {
    try take(.fault(MonitorFaults()))
    try take(.plug)
    try take(.light(forgets: nil, hasEvent: true))
    for holder in 0..<3 { try take(.release(holder)) }
    for _ in 0..<3 { try take(.pass(.seconds(60))) }
    if violation != nil { return }
    let level = Int(workers[1])
    if !bases.contains(level) { violation = "it rests at \(level), not at \(bases.sorted())" }
    if !daemon.restores.isEmpty { violation = "\(daemon.restores) are pending at rest" }
    if !daemon.isIdle { violation = "something is under way at rest" }
  }
}

extension TestDaemon {
  fileprivate var hasJobs: Bool { !running!.writers.areIdle }

  /// The restores that a killed daemon left.
  fileprivate func recordsOfKilled() -> [PendingRestore] {
    (try? RestoreRecordFile.open(state, lasting: lasting).restores) ?? []
  }
}
