import BrightnessEventLoop
import BrightnessModel
import Hardware
import Service
import Synchronization

/// The light sensor, and the clients that are sensors, for the daemon alone, which uses them on the
/// loop.
///
/// It hands the core's watch to the reader, and what the reader reports to the daemon. Until the
/// first watch there is no reader. It decides nothing about levels.
final class Sensing {
  private let root: String
  private let loop: EventLoop
  private let io: SensorIO?
  private let log: Log
  private let sensorLog: SensorLog
  private let receive: @Sendable (SensorEvent) -> Void
  private var configured: SensorSettings
  private var feeds: [SessionID: Feed] = [:]
  private var reader: SensorReader?
  /// Whether the reader follows a watch.
  private(set) var isReading = false
  private var isStopped = false

  private struct Feed {
    let sensor: SensorFeed
    /// When its client gave the last reading.
    var given: Moment
  }

  /// `root` stands for `/sys`. `receive` is called on the loop.
  init(
    under root: String,
    on loop: EventLoop,
    _ settings: SensorSettings,
    through io: SensorIO? = nil,
    _ log: Log,
    _ receive: @escaping @Sendable (SensorEvent) -> Void
  ) {
    self.root = root
    self.loop = loop
    configured = settings
    self.io = io
    self.log = log
    sensorLog = SensorLog(log)
    self.receive = receive
  }

  /// Reads as the core wants from now on; with nil, nothing is read.
  func follow(_ watch: SensorWatch?) {
    if isStopped { return }
    isReading = watch != nil
    if watch != nil, reader == nil { reader = makeReader() }
    reader?.assumeIsolated { $0.follow(watch) }
  }

  /// Reads nothing any more, because the daemon ends.
  func stop() {
    follow(nil)
    isStopped = true
  }

  /// Applies another configuration.
  func apply(_ settings: SensorSettings) {
    configured = settings
    applyFeeds()
  }

  /// Takes a reading that a client gives. From the first one on, its connection is a sensor of that
  /// name.
  func feed(
    _ light: Illuminance,
    named name: String,
    of session: SessionID,
    at now: Moment
  ) throws(FeedRefusal) {
    if let sensor = feeds[session]?.sensor {
      guard sensor.name == name else { throw .renamed(from: sensor.name) }
      sensor.give(light)
      feeds[session]?.given = now
    } else {
      guard let sensor = SensorFeed(named: name, light) else { throw .invalidName }
      feeds[session] = Feed(sensor: sensor, given: now)
      applyFeeds()
    }
  }

  /// Ends the feeds of clients that may no longer change lights.
  func keepFeeds(where mayFeed: (SessionID) -> Bool) {
    if feeds.isEmpty { return }
    endFeeds(of: feeds.keys.filter { !mayFeed($0) })
  }

  func endFeeds(of sessions: [SessionID]) {
    let count = feeds.count
    for session in sessions { feeds[session] = nil }
    if feeds.count < count { applyFeeds() }
  }

  /// With the clients that are sensors.
  private var settings: SensorSettings {
    var settings = configured
    settings.feeds = feeds.sorted { $0.key < $1.key }.map(\.value.sensor)
    return settings
  }

  private func applyFeeds() {
    let settings = settings
    reader?.assumeIsolated { $0.apply(settings) }
  }

  /// The machine was suspended.
  func resumed() { reader?.assumeIsolated { $0.resumed() } }

  /// Sensors or panels may have come or gone.
  func devicesChanged() { reader?.assumeIsolated { $0.devicesChanged() } }

  /// The sensors of the machine as they are now, also while none is read.
  var choice: SensorChoice { SensorChoice.find(under: root, settings) }

  /// Why the sensor gives no reading now; nil if it does, or if it is not read.
  var problem: String? { reader?.assumeIsolated { $0.problem } }

  /// The last reading; nil before the first one, and while nothing is read.
  var lastReading: SensorReading? { reader?.assumeIsolated { $0.lastReading } }

  /// When a client gave the last reading of a sensor; nil for a sensor of the machine.
  func given(_ sensor: LightSensor) -> Moment? {
    let moments = feeds.values.filter { $0.sensor.sensor == sensor }.map(\.given)
    return moments.max()
  }

  private func makeReader() -> SensorReader {
    SensorReader(under: root, on: loop, settings, through: io) { [log, sensorLog, receive] report in
      switch report {
      case .refused(let error): log(.warning, "\(error)", kind: "light sensor")
      case .event(let event):
        sensorLog.log(event)
        receive(event)
      }
    }
  }
}

/// Why a name of a sensor is refused.
enum FeedRefusal: Error, CustomStringConvertible {
  case invalidName
  case renamed(from: String)

  var description: String {
    switch self {
    case .invalidName: "a name is \(LightSensor.feedNameRule)"
    case .renamed(let name): "the connection is the sensor '\(name)'"
    }
  }
}

/// The lines about the sensor. The reader finds it again whenever it begins to read, which is a
/// line only if it is another one.
private final class SensorLog: Sendable {
  private let log: Log
  private let latest = Mutex<SensorEvent?>(nil)

  init(_ log: Log) { self.log = log }

  func log(_ event: SensorEvent) {
    switch event {
    case .found, .missing: if isNew(event) { log(.info, event.text, kind: "light sensor") }
    // Spelled out, as each warning is, so that docs/errors.md can be compared with it.
    case .fails(let reason): log(.warning, "the light sensor fails: \(reason)", kind: "light sensor")
    case .read, .panelIsOff: break
    }
  }

  private func isNew(_ event: SensorEvent) -> Bool {
    latest.withLock { latest in
      defer { latest = event }
      return event != latest
    }
  }
}
