import EventLoop
import Glibc
import Synchronization

/// What errands are carried out on.
struct ErrandWorld: Sendable {
  var attributes: any Attributes
  var records: any DebtRecords
  var now: @Sendable () -> LoopClock.Instant
  let retirement = Retirement()
}

/// Whether the writer has gone. What it began may only find out, and must neither record nor write for a device that is plugged in later.
final class Retirement: Sendable {
  private let hasCome = Atomic(false)

  var isOver: Bool { hasCome.load(ordering: .acquiring) }

  func come() {
    hasCome.store(true, ordering: .releasing)
  }
}

/// An errand under way. Any of its calls may take as long as the hardware likes.
struct ErrandRun {
  private let errand: Errand
  private let world: ErrandWorld
  private var report: ErrandReport

  static func report(of errand: Errand, on world: ErrandWorld) -> ErrandReport {
    let report = ErrandReport(recorded: errand.recorded, before: errand.before)
    var run = ErrandRun(errand: errand, world: world, report: report)
    do throws(ErrandFailure) {
      try run.carryOut()
    } catch {
      run.report.failure = error
    }
    return run.report
  }

  private mutating func carryOut() throws(ErrandFailure) {
    switch errand.deed {
    case .look:
      report.shown = try level()
    case .record:
      if errand.accepted != nil { try approach() }
      if !errand.isReturn { try record() }
      try clear()
    case .write(let raw):
      try approach()
      try record()
      try write(raw)
      try clear()
    }
  }

  /// Reads the level if it matters from where the light is moved.
  private mutating func approach() throws(ErrandFailure) {
    guard errand.accepted != nil || errand.before == nil else { return }
    let shown = try level()
    if let accepted = errand.accepted, !accepted.contains(shown) { throw .surprised(shown) }
    if report.before == nil { report.before = shown }
  }

  private mutating func record() throws(ErrandFailure) {
    guard var debt = errand.owed else { return }
    let former = report.recorded
    if debt.trigger == nil { debt.trigger = former == nil ? try activeTrigger() : former?.trigger }
    guard debt != former else { return }
    try checkRetirement()
    do throws(LightError) {
      try world.records.record(debt)
      report.recorded = debt
      if let former, !former.isOfSameLight(debt) { try world.records.clear(former.light, at: former.anchor) }
    } catch {
      // A return that waited for its record would be the worse of the two.
      if !errand.isReturn { throw .unrecorded(error) }
    }
  }

  private mutating func write(_ raw: Int) throws(ErrandFailure) {
    let isTriggered = try returnTrigger()
    // A level of 0 would remove the trigger again.
    if isTriggered, raw == 0 {
      report.shown = try level()
      return
    }
    try put(raw)
    if errand.isLast { report.newestEvent = world.attributes.newestEvent() }
    let shown = try level()
    report.shown = shown
    if errand.isLast, !isTriggered, shown != raw, shown == report.before {
      throw .refused(.notTaken(path: errand.files.brightness.path, wanted: raw, shown: shown))
    }
  }

  private func checkRetirement() throws(ErrandFailure) {
    guard world.retirement.isOver else { return }
    throw .refused(.refused(SystemError("write", errand.files.brightness.path, ErrorCode(rawValue: ENODEV))))
  }

  private mutating func put(_ raw: Int) throws(ErrandFailure) {
    try checkRetirement()
    let began = world.now()
    defer { report.took = began.duration(to: world.now()) }
    do throws(LightError) {
      try world.attributes.write("\(raw)", to: errand.files.brightness)
      report.isAttempted = true
    } catch {
      report.isAttempted = error.mayHaveWritten
      throw .refused(error)
    }
  }

  private mutating func clear() throws(ErrandFailure) {
    guard errand.isLast, errand.isReturn, let debt = report.recorded else { return }
    // The light is gone, and who keeps it when it is back goes by the record.
    if world.retirement.isOver { return }
    do throws(LightError) {
      try world.records.clear(debt.light, at: debt.anchor)
      report.recorded = nil
    } catch {
      throw .uncleared(error)
    }
  }

  private func level() throws(ErrandFailure) -> Int {
    do throws(LightError) {
      return try world.attributes.number(of: errand.files.brightness)
    } catch {
      throw .refused(error)
    }
  }
}

extension ErrandRun {
  /// What moves the LED besides its level, if anything does.
  private func activeTrigger() throws(ErrandFailure) -> String? {
    guard let file = errand.files.trigger else { return nil }
    do throws(LightError) {
      return try world.attributes.text(of: file).activeTrigger
    } catch {
      throw .refused(error)
    }
  }

  /// Gives a light that returns its trigger back; whether one moves it from now on.
  private func returnTrigger() throws(ErrandFailure) -> Bool {
    guard errand.isLast, errand.isReturn, let trigger = report.recorded?.trigger, let file = errand.files.trigger
    else { return false }
    if try activeTrigger() == trigger { return true }
    do throws(LightError) {
      try world.attributes.write(trigger, to: file)
      return true
    } catch {
      // What moved the LED was unloaded meanwhile, or is not ours to begin again, and the level alone is left to return.
      if WriteTrouble(error) == .outgrown || error.isBeyondLogind { return false }
      throw .refused(error)
    }
  }
}

extension String {
  /// The name in brackets, where it is not the one that stands for nothing: `none [timer] oneshot`.
  var activeTrigger: String? {
    let names = split(separator: " ")
    guard let name = names.first(where: { $0.hasPrefix("[") && $0.hasSuffix("]") })?.dropFirst().dropLast() else {
      return nil
    }
    return name.isEmpty || name == "none" ? nil : String(name)
  }
}
