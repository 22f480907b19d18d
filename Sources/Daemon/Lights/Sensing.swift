import EventLoop
import Hardware
import Model

/// The light sensor, for the daemon alone, which uses it on the loop.
///
/// It hands the core's watch to the reader, and what the reader reports to the daemon. Until the
/// first watch there is no reader. It decides nothing about levels.
final class Sensing {
  private let root: String
  private let loop: EventLoop
  private let io: SensorIO?
  private let log: Log
  private let receive: @Sendable (SensorEvent) -> Void
  private var settings: SensorSettings
  private var reader: SensorReader?

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
    self.settings = settings
    self.io = io
    self.log = log
    self.receive = receive
  }

  /// Reads as the core wants from now on; with nil, nothing is read.
  func follow(_ watch: SensorWatch?) {
    if watch != nil, reader == nil { reader = makeReader() }
    reader?.assumeIsolated { $0.follow(watch) }
  }

  /// Applies another configuration.
  func apply(_ settings: SensorSettings) {
    self.settings = settings
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

  private func makeReader() -> SensorReader {
    SensorReader(under: root, on: loop, settings, through: io) { [log, receive] report in
      switch report {
      case .refused(let error): log(.warning, "\(error)", kind: "light sensor")
      case .event(let event):
        log(event)
        receive(event)
      }
    }
  }
}

extension Log {
  fileprivate func callAsFunction(_ event: SensorEvent) {
    let kind = "light sensor"
    switch event {
    case .found(let sensor): self(.info, "the light sensor is '\(sensor.device)' (\(sensor.name))", kind: kind)
    case .missing(let reason): self(.info, "cannot read the light sensor: \(reason)", kind: kind)
    case .fails(let reason): self(.warning, "the light sensor fails: \(reason)", kind: kind)
    case .read, .panelIsOff: break
    }
  }
}
