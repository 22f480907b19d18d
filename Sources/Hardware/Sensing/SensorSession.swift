import BrightnessEventLoop
import BrightnessModel
import Glibc

/// What is known of the sensor from the first watch until there is none.
struct SensorSession: Sendable {
  /// The sensor counts as failing when it has given no reading for so long.
  static let limitOfFailure = Duration.seconds(600)
  /// How long a second look counts.
  static let trust = Duration.seconds(60)
  /// The same warning is repeated then.
  static let repetition = Duration.seconds(3600)
  /// While there are no readings, the sensor is tried at most every four seconds, even if the watch
  /// wants each second.
  static let paceWithoutReadings = Duration.seconds(4)

  var watch: SensorWatch
  var isSearchDue = true
  private(set) var lastReading: SensorReading?
  private var presence = Presence.unknown
  private var lastTurn: LoopClock.Instant?
  /// Whether the next reading is reported whatever it is.
  private var isReadingAwaited = true
  /// Whether the last reading was a 0 that may only mean that the sensor did not answer.
  private var isZeroDoubted = false
  private var secondLook: SecondLook?
  /// Nil while there are readings.
  private var silence: Silence?
  private var warning: (reason: String, moment: LoopClock.Instant)?

  init(watch: SensorWatch) { self.watch = watch }

  private enum Presence: Sendable {
    case unknown
    case missing(NoSensorReason)
    case found(FoundSensors)
  }

  /// The reading after a 0 that was doubted.
  private struct SecondLook: Sendable {
    let moment: LoopClock.Instant
    /// Whether there has been no light since then.
    var isDark: Bool
  }

  /// Why there are no readings although there is a sensor.
  private enum Silence: Sendable {
    case panelIsOff
    case failing(Failure)
  }

  private struct Failure: Sendable {
    var since: LoopClock.Instant
    var reason: String
    var isReported = false
  }

  private var failure: Failure? { if case .failing(let failure) = silence { failure } else { nil } }

  var problem: String? { failure?.reason }

  /// The sensors that the next turn reads; nil if it searches.
  var sensorsToRead: FoundSensors? {
    if !isSearchDue, case .found(let sensors) = presence { sensors } else { nil }
  }

  private var pace: Duration {
    if isZeroDoubted { return ReaderState.leastPace }
    if case .found = presence, silence == nil { return max(watch.pace, ReaderState.leastPace) }
    return max(watch.pace, Self.paceWithoutReadings)
  }

  /// When the next turn is due, as far as the watch is concerned.
  func nextTurn(at now: LoopClock.Instant) -> LoopClock.Instant {
    guard let lastTurn else { return now }
    let next = lastTurn.advanced(by: pace)
    guard let due = watch.due, lastTurn.moment.offset < due.offset else { return next }
    return min(next, now.advanced(by: due - now.moment))
  }

  mutating func resume(at now: LoopClock.Instant) {
    isZeroDoubted = false
    guard var failure else { return }
    failure.since = now
    silence = .failing(failure)
  }

  mutating func finishTurn(_ result: SensorTurnResult, at now: LoopClock.Instant) -> [SensorReport] {
    if case .found = result {} else { lastTurn = now }
    switch result {
    case .found(let sensors): return use(sensors)
    case .missing(let reason): return lose(because: reason)
    case .panelIsOff: return notePanelOff()
    case .read(let light): return note(light, at: now)
    case .failed(let error): return note(error, at: now)
    }
  }

  /// Reports that there has been no reading for `limit`.
  mutating func fail(because reason: String, at now: LoopClock.Instant, after limit: Duration) -> [SensorReport] {
    var failure = failure ?? Failure(since: now, reason: reason)
    failure.reason = reason
    let isNew = !failure.isReported && failure.since.duration(to: now) >= limit
    failure.isReported = failure.isReported || isNew
    silence = .failing(failure)
    return isNew ? [.event(.fails(reason))] : []
  }
}

/// The results of turns.
extension SensorSession {
  /// If it is the same sensor, its next reading is due as before.
  private mutating func use(_ sensors: FoundSensors) -> [SensorReport] {
    defer { presence = .found(sensors) }
    if case .found(let former) = presence, former.first.sensor == sensors.first.sensor { return [] }
    startAnew()
    lastTurn = nil
    return [.event(.found(sensors.first.sensor))]
  }

  private mutating func lose(because reason: NoSensorReason) -> [SensorReport] {
    if case .missing(let former) = presence, former == reason { return [] }
    presence = .missing(reason)
    startAnew()
    return [.event(.missing("\(reason)"))]
  }

  /// What was known of the former sensor says nothing about another one.
  private mutating func startAnew() {
    isReadingAwaited = true
    isZeroDoubted = false
    secondLook = nil
    silence = nil
    warning = nil
    lastReading = nil
  }

  private mutating func notePanelOff() -> [SensorReport] {
    isZeroDoubted = false
    if case .panelIsOff = silence { return [] }
    silence = .panelIsOff
    isReadingAwaited = true
    return [.event(.panelIsOff)]
  }

  private mutating func note(_ light: Illuminance, at now: LoopClock.Instant) -> [SensorReport] {
    lastReading = SensorReading(light: light, moment: now.moment)
    if failure?.isReported == true { isReadingAwaited = true }
    silence = nil
    let isOutside = watch.quietBand.map { !$0.contains(light) } ?? true
    doubtZero(light, isOutside: isOutside, at: now)
    let isDue = watch.due.map { $0.offset <= now.moment.offset } ?? false
    guard !isZeroDoubted, isOutside || isDue || isReadingAwaited else { return [] }
    isReadingAwaited = false
    if isDue { watch.due = nil }
    return [.event(.read(light, at: now.moment))]
  }

  /// Lets a 0 be read once more, since a driver also says 0 if the sensor did not answer
  /// (`sensor_hub_input_attr_get_raw_value` in drivers/hid/hid-sensor-hub.c of Linux 6.1).
  ///
  /// After a second look zeros are trusted for a minute, or until there is light. Zeros inside of
  /// the quiet band stay trusted even then, because a sensor of whole lux may change between 0 and
  /// 1 at each reading. Some sensors say 0 each time that they wake up, and would otherwise never
  /// leave the dark.
  private mutating func doubtZero(_ light: Illuminance, isOutside: Bool, at now: LoopClock.Instant) {
    let isDark = light.millilux == 0
    if isZeroDoubted { secondLook = SecondLook(moment: now, isDark: isDark) }
    if !isDark { secondLook?.isDark = false }
    let isTrusted = secondLook.map { $0.moment.duration(to: now) < Self.trust && ($0.isDark || !isOutside) } ?? false
    isZeroDoubted = isDark && !isTrusted
  }

  private mutating func note(_ error: LightError, at now: LoopClock.Instant) -> [SensorReport] {
    isZeroDoubted = false
    // It may have another number now.
    if error.isGone { isSearchDue = true }
    let reports = error.isBusy || error.isGone ? [] : warn(of: error, at: now)
    return reports + fail(because: "\(error)", at: now, after: Self.limitOfFailure)
  }

  private mutating func warn(of error: LightError, at now: LoopClock.Instant) -> [SensorReport] {
    let reason = "\(error)"
    if let warning, warning.reason == reason, warning.moment.duration(to: now) < Self.repetition { return [] }
    warning = (reason, now)
    return [.refused(error)]
  }
}

extension LoopClock.Instant {
  fileprivate var moment: Moment { Moment(sinceBoot) }
}

extension LightError {
  /// Whether another program uses the sensor just now, which is no fault.
  fileprivate var isBusy: Bool { [EBUSY, EAGAIN].contains(refusal?.code.rawValue) }
}
