import BrightnessEventLoop
import Glibc
import StateFiles
import Synchronization

/// One read or write of a light, done by the light's thread because the kernel may block it for any
/// time.
struct WriteJob: Hashable, Sendable {
  enum Operation: Hashable, Sendable {
    case read
    /// Changes only the restore record.
    case record
    case write(Int)
  }

  var operation: Operation
  var files: LightFiles
  /// The levels from which the light may be moved; nil for any, if nothing is known about the light
  /// yet.
  var accepted: Set<Int>?
  /// The level before the first job of the request; nil in that job.
  var start: Int?
  var restore: PendingRestore?
  /// Whether the restore record is cleared at the end.
  var isReturn = false
  var recorded: PendingRestore?
  /// Whether the request is done with this job: only the last one is verified, and clears the
  /// record of a return.
  var isLast = true
  /// The level that a monitor made of the previous one, if only a later job could read it.
  var result: Int?
  /// Rules for a monitor, which is always read first; nil for a light of the kernel.
  var monitor: MonitorRules?
}

struct MonitorRules: Hashable, Sendable {
  /// The range that levels belong to.
  var maximum: Int
  /// Whether the monitor may be written, or only read.
  var mayDeliver = true
  /// Whether this level was already written.
  var isDelivered = false
  /// Whether to write once even if the monitor seems to show the level, because it did not confirm
  /// the previous one.
  var isDoubtful = false
  /// Whether 0 is ignored: at the end of a hold it is more often a bad reply than a choice, and
  /// would cost the base level.
  var distrustsZero = false

  /// Whether a level is a bad reply rather than a choice of the user.
  func isImplausible(_ raw: Int) -> Bool { raw > maximum || raw == 0 && distrustsZero }
}

/// The results of a job, as far as it went.
struct JobReport: Hashable, Sendable {
  var recorded: PendingRestore?
  /// The raw value before the write; also nil for a job that only reads, whose result is `shown`.
  var before: Int?
  var write = Write.none
  var took = Duration.zero
  /// The number of the machine's latest uevent just after the write, even a failed one. Without a
  /// write: just before the reading, which is newer than all events up to that number.
  var newestEvent: UInt64?
  /// The raw value at the end of the job.
  var shown: Int?
  var failure: JobFailure?

  enum Write: Hashable {
    /// The driver has received nothing.
    case none
    /// The driver answered with an error, and may have taken the value.
    case attempted
    case delivered
  }

  /// Whether a monitor, which is always read first, answered.
  var isAnswered: Bool {
    switch failure {
    case .surprised, .measured: true
    default: before != nil || shown != nil || write == .delivered
    }
  }
}

/// Reasons why a job ended early.
enum JobFailure: Error, Hashable {
  /// The light shows this raw value, from which it may not be moved.
  case surprised(Int)
  /// The device has another range by now.
  case measured(maximum: Int, raw: Int)
  case unrecorded(StateFileError)
  case refused(LightError)
  case uncleared(StateFileError)
}

/// The surroundings in which a light's jobs run.
struct JobEnvironment: Sendable {
  var attributes: any Attributes
  var records: any RestoreRecords
  var now: @Sendable () -> LoopClock.Instant
  /// Set once the light's writer was released. Another device may be connected under the same name
  /// by then, with a writer of its own: a late job must not write that device, nor change its
  /// restore record.
  let isReleased = Box(Atomic(false))

  var mayChange: Bool { !isReleased.value.load(ordering: .acquiring) }
}

/// A job under way: read, compare, record, write, read back, clear. Each of these calls may block.
struct WriteJobRun {
  private let job: WriteJob
  private let environment: JobEnvironment
  private var attributes: any Attributes
  private var report: JobReport

  private init(_ job: WriteJob, in environment: JobEnvironment) {
    self.job = job
    self.environment = environment
    attributes = environment.attributes
    report = JobReport(recorded: job.recorded)
  }

  static func report(of job: WriteJob, in environment: JobEnvironment) -> JobReport {
    let began = environment.now()
    var run = WriteJobRun(job, in: environment)
    do throws(JobFailure) {
      try run.perform()
    } catch {
      run.report.failure = error
    }
    run.report.took = began.duration(to: environment.now())
    return run.report
  }

  private mutating func perform() throws(JobFailure) {
    switch job.operation {
    case .read:
      updateNewestEvent()
      report.shown = try readLevel()
    case .record:
      if job.accepted != nil { try readAndCompare() }
      if !job.isReturn { try record() }
      if let result = job.result { recordLeftLevel(result) }
      try clear()
    case .write(let raw):
      try readAndCompare()
      try record()
      // The record comes before the write: after a crash in between, the light is restored to where
      // it already is. In the other order a crash would leave it changed for good.
      try write(raw)
      try clear()
    }
  }

  /// Reads the level, and stops if it is not an accepted one: then it is a choice of the user,
  /// which nothing may overwrite.
  private mutating func readAndCompare() throws(JobFailure) {
    try updateRecord()
    // Other jobs do not open the file for writing, because a program may watch it for writers.
    if case .write = job.operation { attributes = environment.attributes.forJob(writing: job.files.brightness) }
    let shown = try readLevel()
    report.before = shown
    guard let accepted = job.accepted, !accepted.contains(shown) else { return }
    if job.monitor?.isImplausible(shown) == true { return }
    // An active trigger, such as a blinking one, changes the LED by itself, so its level says
    // nothing about the user.
    if try activeTrigger() != nil { return }
    if job.monitor != nil { throw .surprised(shown) }
    // Read once more: events up to the number noted here are older than that reading.
    updateNewestEvent()
    throw .surprised(try readLevel())
  }

  /// Updates the newest event. All events up to it are older than the reading that follows, or
  /// echoes of our own write.
  private mutating func updateNewestEvent() {
    report.newestEvent = attributes.newestEvent()
  }

  /// Updates the base level of an existing record. The daemon may die while the reading that
  /// follows hangs, and would restore the former level. A new record is written only after the
  /// reading: with it, the next daemon would write a light that we have not changed.
  private mutating func updateRecord() throws(JobFailure) {
    guard let former = report.recorded, var restore = job.restore, former.isOfSameLight(restore) else { return }
    restore.left = former.left
    restore.trigger = former.trigger
    try save(restore)
  }

  private mutating func record() throws(JobFailure) {
    guard var restore = job.restore else { return }
    let former = report.recorded
    restore.left = former?.left ?? []
    // A monitor keeps its level over a reboot, so the next boot has to recognize the level that we
    // left. A write of the base level itself is not recorded, so that a restore usually begins
    // without a write to the disk.
    if job.monitor != nil, case .write(let raw) = job.operation {
      let before = report.before ?? raw
      if !job.isReturn || !restore.left.contains(before) { restore.left = [raw, before] }
    }
    if restore.trigger == nil { restore.trigger = former == nil ? try activeTrigger() : former?.trigger }
    try save(restore)
  }

  private mutating func save(_ restore: PendingRestore) throws(JobFailure) {
    let former = report.recorded
    guard restore != former else { return }
    try checkWriterExists()
    do throws(StateFileError) {
      try environment.records.record(restore)
      report.recorded = restore
      if let former, !former.isOfSameLight(restore) { try environment.records.clear(former.light, at: former.anchor) }
    } catch {
      // A light that returns to its base is written all the same: an outdated record does less harm
      // than a light that stays changed.
      if !job.isReturn { throw .unrecorded(error) }
    }
  }

  private mutating func write(_ raw: Int) throws(JobFailure) {
    if let monitor = job.monitor {
      let before = report.before ?? raw
      let isConfirmed = before == raw && (monitor.isDelivered || !monitor.isDoubtful)
      if isConfirmed {
        report.shown = raw
        return
      }
      let isBadReply = monitor.isDelivered && monitor.isImplausible(before)
      if isBadReply || !monitor.mayDeliver { throw .refused(writeIgnored(raw, before)) }
    }
    let isTriggered = try returnTrigger()
    // Writing 0 would remove the trigger again: the kernel ends a trigger when an LED is set to 0.
    if isTriggered, raw == 0 {
      report.shown = try readLevel()
      return
    }
    try deliver(raw)
    // Firmware may take a level, answer with success, and not show it, or clamp it. Only a level
    // that did not move at all is an error: LEDs and coarse hardware show the nearest level they
    // have.
    let shown = try readLevel()
    report.shown = shown
    if job.isLast, !isTriggered, shown != raw, shown == job.start ?? report.before {
      throw .refused(writeIgnored(raw, shown))
    }
    recordLeftLevel(shown)
  }

  private func writeIgnored(_ raw: Int, _ shown: Int) -> LightError {
    let path = job.files.brightness.path
    return job.monitor == nil
      ? .writeIgnored(path: path, wanted: raw, shown: shown)
      : .ofMonitor(path: path, .notConfirmed(wanted: raw, shown: shown))
  }

  /// Records the level that a monitor made of the written one. If that fails, only a power cut
  /// would make a difference.
  private mutating func recordLeftLevel(_ shown: Int) {
    // Another monitor may be connected under the same name by now, whose record this would replace.
    guard job.monitor != nil, !job.isReturn, environment.mayChange,
      var restore = report.recorded, !restore.left.contains(shown)
    else { return }
    restore.left.append(shown)
    if (try? environment.records.record(restore)) != nil { report.recorded = restore }
  }

  private func checkWriterExists() throws(JobFailure) {
    if environment.mayChange { return }
    throw .refused(.refused(SystemError("write", job.files.brightness.path, ErrorCode(rawValue: ENODEV))))
  }

  private mutating func deliver(_ raw: Int) throws(JobFailure) {
    try checkWriterExists()
    do throws(LightError) {
      try attributes.write("\(raw)", to: job.files.brightness)
      report.write = .delivered
      updateNewestEvent()
    } catch {
      if error.mayHaveWritten {
        report.write = .attempted
        updateNewestEvent()
      }
      throw .refused(error)
    }
  }

  private mutating func clear() throws(JobFailure) {
    // If the device was removed, the writer of its successor relies on the record.
    guard job.isLast, job.isReturn, let restore = report.recorded, environment.mayChange else { return }
    try converting(JobFailure.uncleared) { () throws(StateFileError) in
      try environment.records.clear(restore.light, at: restore.anchor)
    }
    report.recorded = nil
  }

  private func readLevel() throws(JobFailure) -> Int {
    let reading = try converting(JobFailure.refused) { () throws(LightError) in
      try attributes.reading(of: job.files.brightness)
    }
    if let maximum = reading.maximum, maximum != job.monitor?.maximum {
      throw .measured(maximum: maximum, raw: reading.raw)
    }
    return reading.raw
  }

  /// The name of the LED's active trigger, if it has one.
  private func activeTrigger() throws(JobFailure) -> String? {
    guard let file = job.files.trigger else { return nil }
    return try converting(JobFailure.refused) { () throws(LightError) in
      try attributes.text(of: file).activeTrigger
    }
  }

  /// On a return, starts the recorded trigger again; returns whether a trigger now drives the LED.
  private func returnTrigger() throws(JobFailure) -> Bool {
    guard job.isLast, job.isReturn, let trigger = report.recorded?.trigger, let file = job.files.trigger
    else { return false }
    if try activeTrigger() == trigger { return true }
    try checkWriterExists()
    do throws(LightError) {
      try attributes.write(trigger, to: file)
      return true
    } catch {
      // The trigger's module was unloaded, or the process may not start it, so only the level can
      // be restored.
      if case .beyondLogind = error { return false }
      if WriteFault(error) == .outOfRange { return false }
      throw .refused(error)
    }
  }
}

extension String {
  /// The name in brackets of a `trigger` attribute such as `none [timer] oneshot`; nil for `none`.
  var activeTrigger: String? {
    let names = split(separator: " ")
    guard let name = names.first(where: { $0.hasPrefix("[") && $0.hasSuffix("]") })?.dropFirst().dropLast() else {
      return nil
    }
    return name.isEmpty || name == "none" ? nil : String(name)
  }
}
