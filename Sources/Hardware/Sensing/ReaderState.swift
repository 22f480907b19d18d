import BrightnessEventLoop
import BrightnessModel

/// What the reader of the light sensor does next, and what it reports. It decides and does no I/O:
/// `SensorReader` does what `startTurn` says, and hands the result to `finishTurn`.
struct ReaderState: Sendable {
  /// A turn that takes longer is said to hang.
  static let patience = Duration.seconds(10)
  /// From the end of a read to the next one. Some sensors hang if they are read faster.
  static let leastPace = Duration.seconds(1)
  /// If a sensor of HID was used less than three seconds before a suspend, it has no power
  /// afterwards and says 0. Runtime PM calls it active, and powers it on only after three seconds
  /// without a read (hid-sensor-trigger.c of Linux 6.1).
  static let restAfterResume = Duration.seconds(5)

  private var settings: SensorSettings
  /// Nil while nothing is read.
  private var session: SensorSession?
  /// Counts sessions, so that a report of an earlier one is recognized.
  private var sessionCount = 0
  private var turn: StartedTurn?
  /// The end of the last read, of any session.
  private var lastRead: LoopClock.Instant?
  private var readsFrom: LoopClock.Instant?

  init(_ settings: SensorSettings) { self.settings = settings }

  private struct StartedTurn: Sendable {
    let turn: SensorTurn
    /// The start, or the end of a suspend after it.
    var since: LoopClock.Instant
    /// Whether the result no longer counts.
    var isStale = false
  }
}

/// What the thread does without the lock, because it may block.
enum SensorTurn: Hashable, Sendable {
  case search(SensorSettings)
  case read(FoundSensors)
}

/// The sensors to read, and the panels that may cover them.
struct FoundSensors: Hashable, Sendable {
  var first: SensorFiles
  /// Of the same kind; the largest reading counts.
  var others: [SensorFiles]
  /// Nil for sensors that no lid covers.
  var panels: PanelPicture?
}

enum SensorTurnResult: Hashable, Sendable {
  case found(FoundSensors)
  case missing(NoSensorReason)
  /// Nothing was read.
  case panelIsOff
  case read(Illuminance)
  case failed(LightError)

  /// Whether the sensor was asked.
  fileprivate var isRead: Bool {
    switch self {
    case .read, .failed: true
    case .found, .missing, .panelIsOff: false
    }
  }
}

/// A reading of the light sensor.
public struct SensorReading: Hashable, Sendable {
  public let light: Illuminance
  public let moment: Moment
}

/// What the reader reports to its owner.
public enum SensorReport: Hashable, Sendable {
  case event(SensorEvent)
  /// A reading failed for a reason that was not reported within the hour. The next turn tries
  /// again.
  case refused(LightError)
}

/// What the loop tells.
extension ReaderState {
  mutating func setWatch(_ watch: SensorWatch?) {
    guard let watch else {
      session = nil
      turn?.isStale = true
      return
    }
    if session == nil {
      session = SensorSession(watch: watch)
      sessionCount += 1
    } else {
      session?.watch = watch
    }
  }

  /// Nil while nothing is read.
  var sessionNumber: Int? { session == nil ? nil : sessionCount }

  mutating func setSettings(_ settings: SensorSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    turn?.isStale = true
    searchAgain()
  }

  /// Sensors or panels may have come or gone.
  mutating func searchAgain() { session?.isSearchDue = true }

  /// The machine was suspended.
  mutating func resume(at now: LoopClock.Instant) {
    readsFrom = now.advanced(by: Self.restAfterResume)
    if case .search = turn?.turn { searchAgain() }
    turn?.isStale = true
    turn?.since = now
    session?.resume(at: now)
  }

  /// How long the turn under way may still take; nil if there is none, or nobody waits for it.
  func patienceLeft(at now: LoopClock.Instant) -> Duration? {
    guard session != nil, let turn else { return nil }
    return now.duration(to: turn.since.advanced(by: Self.patience))
  }

  /// Reports the turn under way as hanging if it has taken too long.
  mutating func noteHang(at now: LoopClock.Instant) -> [SensorReport] {
    guard let left = patienceLeft(at: now), left <= .zero else { return [] }
    return session?.fail(because: "its driver does not answer", at: now, after: .zero) ?? []
  }

  /// Why the sensor gives no reading now; nil if it does.
  var problem: String? { session?.problem }

  var lastReading: SensorReading? { session?.lastReading }
}

/// What the thread does.
extension ReaderState {
  /// When the next turn is due; nil for never.
  func nextTurn(at now: LoopClock.Instant) -> LoopClock.Instant? {
    guard let session else { return nil }
    if session.isSearchDue { return now }
    let earliest = [now, lastRead?.advanced(by: Self.leastPace), readsFrom, session.nextTurn(at: now)]
    return earliest.compactMap(\.self).max()
  }

  /// What to do now; nil for nothing yet.
  mutating func startTurn(at now: LoopClock.Instant) -> SensorTurn? {
    guard let session, turn == nil, let next = nextTurn(at: now), next <= now else { return nil }
    let turn = session.sensorsToRead.map(SensorTurn.read) ?? .search(settings)
    // What comes or goes from now on is searched for again.
    if case .search = turn { self.session?.isSearchDue = false }
    self.turn = StartedTurn(turn: turn, since: now)
    return turn
  }

  mutating func finishTurn(_ result: SensorTurnResult, at now: LoopClock.Instant) -> [SensorReport] {
    let turn = turn.take()
    if result.isRead { lastRead = now }
    guard turn?.isStale == false else { return [] }
    return session?.finishTurn(result, at: now) ?? []
  }
}
