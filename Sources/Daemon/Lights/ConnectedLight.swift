import Brightness
import BrightnessEventLoop
import BrightnessModel
import Hardware

/// A light whose device is connected: what is known of it, and the writer that reads and writes it.
///
/// `ConnectedLights` has one for each light, from when the device appears until it goes.
final class ConnectedLight {
  /// The device, as it was last read. The range of a monitor is the one that it reported last;
  /// before that its maximum is 0.
  private(set) var light: DiscoveredLight
  private let writer: LightWriter
  /// Nil for a light of the kernel.
  private let monitor: MonitorAttributes?
  /// The restore record that a monitor has from an earlier boot, until the monitor is read.
  private var earlierRecord: PendingRestore?

  /// `record` is the restore record of the light. `receive` is called on the loop.
  init(
    _ light: DiscoveredLight,
    on loop: EventLoop,
    _ attributeIO: AttributeIO,
    _ records: RestoreRecordFile,
    record: PendingRestore?,
    wear: WearBudget,
    _ receive: @escaping @Sendable (WriterReport) -> Void
  ) {
    self.light = light
    let monitor = light.monitor.flatMap { monitor in
      attributeIO.monitors.map { MonitorAttributes(monitor, through: $0) }
    }
    self.monitor = monitor
    earlierRecord = record.flatMap { monitor != nil && records.isOfEarlierBoot($0) ? $0 : nil }
    writer = LightWriter(
      light,
      on: loop,
      through: monitor ?? attributeIO.attributes,
      jobs: attributeIO.jobs(),
      records: records,
      recorded: record,
      wear: wear,
      deadlines: attributeIO.deadlines,
      receive
    )
  }

  var isMonitor: Bool { monitor != nil }

  /// The writes of a monitor.
  var wear: WearBudget? { writer.assumeIsolated { $0.wear } }

  /// Reads the level for the first time, and watches for changes by the hardware.
  func readFirst() { writer.assumeIsolated { $0.readFirst() } }

  /// Reads the level, which also retries a refused write.
  func read(_ change: ChangeEvent = ChangeEvent()) { writer.assumeIsolated { $0.read(change) } }

  /// Reads the level anew after a sleep.
  func reread(after sleep: Duration) { writer.assumeIsolated { $0.resume(after: sleep) } }

  func apply(_ request: TargetRequest) { writer.assumeIsolated { $0.apply(request) } }

  /// Tells the writer whether to read a monitor that was not read yet.
  func setFirstReading(_ reading: FirstReading) {
    writer.assumeIsolated { writer in
      switch reading {
      case .no: writer.cancelFirstReading()
      case .once: writer.startFirstReading(isAwaited: false)
      case .untilRead: writer.startFirstReading(isAwaited: true)
      }
    }
  }

  /// Replaces what is known of the device. A monitor keeps its last range, and may be at another
  /// connector now. The writer learns of it by `updateWriter`.
  func update(_ light: DiscoveredLight) {
    let maximum = self.light.maximum
    self.light = light
    guard let monitor, let place = light.monitor else { return }
    self.light.maximum = maximum
    monitor.use(place)
  }

  /// Gives the writer what is now known of the device; it reads the level anew if the range is
  /// another one.
  func updateWriter() { writer.assumeIsolated { [light] in $0.update(light) } }

  /// Takes the range that a monitor reports, and the level that it shows. Returns the record of an
  /// earlier boot if it is obsolete: the monitor shows none of the levels that we left, so the user
  /// or another system has set it since.
  func useRange(to maximum: Int, showing raw: Int) -> PendingRestore? {
    light.maximum = maximum
    guard let record = earlierRecord else { return nil }
    earlierRecord = nil
    if record.left.contains(raw) { return nil }
    writer.assumeIsolated { $0.dropRecord() }
    return record
  }

  /// Tells the writer of a monitor whether it shows a picture. One that does, and `isWatched` for
  /// sleep, is read if it was dark since it last answered.
  func updatePicture(isWatched: Bool) {
    if !light.isLit {
      writer.assumeIsolated { $0.markDark() }
    } else if isWatched {
      writer.assumeIsolated { $0.markLit() }
    }
  }
}

extension LightEvent {
  /// A writer's report as an event of its light; nil for a report about the range, which is not for
  /// the core.
  init?(_ report: WriterReport, at now: Moment) {
    switch report {
    case .found(let raw): self = .found(raw)
    case .woke(let raw): self = .woke(raw)
    case .displaced(let raw): self = .displaced(raw)
    case .attempted: self = .attempted
    case .wrote(let raw, _): self = .wrote(raw)
    case .recorded: self = .recorded
    case .moved(let raw, let source): self = .moved(raw, by: source, at: now)
    case .restoredBySystem(let raw): self = .restoredBySystem(raw)
    case .refused(let error, _):
      self = .refused(Fault(error.isOfSleep ? .asleep : .refused, error.reason, isForSession: error.isForSession))
    case .unrecorded(let error): self = .unrecorded("\(error)")
    case .uncleared(let error): self = .uncleared(Fault(.uncleared, "\(error)"))
    case .hangs: self = .hangs
    case .answers: self = .answers
    case .outOfRange, .measured: return nil
    }
  }
}

extension LightDevice {
  init(_ light: DiscoveredLight) {
    let isUnknown = light.monitor != nil && light.maximum == 0
    self.init(kind: light.kind, maximum: isUnknown ? nil : light.maximum, scale: light.scale)
  }
}

extension PendingRestore {
  /// The base level that the record holds, in the range that it was recorded in; nil where that is
  /// no range.
  func recordedBase(of light: DiscoveredLight, _ settings: Core.Settings) -> RecordedBase? {
    guard let range = settings.override(light.id).range(of: LightDevice(light), maximum: maximum) else { return nil }
    let setting = Share(exactText: share).flatMap { range.setting(raw: raw, said: $0) } ?? range.setting(raw: raw)
    return RecordedBase(Base(setting, allowsOff: allowsOff), in: range)
  }
}
