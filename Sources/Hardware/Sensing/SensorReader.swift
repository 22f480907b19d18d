import BrightnessEventLoop
import BrightnessModel
import Synchronization

/// Reads the light sensor on a thread of its own, as a watch says, and reports on the loop.
///
/// The loop neither waits for the sensor, whose driver may block for seconds, nor wakes up for a
/// reading that changes nothing. So the thread decides by itself when to read and what to report:
/// both sides share a `ReaderState` behind a lock, which is never held during a call of the kernel
/// that may block.
///
/// An actor on the loop for the reason that `LoopActor` gives.
public actor SensorReader: LoopActor {
  public nonisolated let loop: EventLoop
  private let turns: SensorTurns
  private let thread: any SensorThread

  /// `root` stands for `/sys`. `receive` is called on the loop.
  public init(
    under root: String,
    on loop: EventLoop,
    _ settings: SensorSettings = SensorSettings(),
    through io: SensorIO? = nil,
    _ receive: @escaping @Sendable (SensorReport) -> Void
  ) {
    let io = io ?? .files(on: loop)
    self.loop = loop
    thread = io.thread
    turns = SensorTurns(under: root, on: loop, settings, io, receive)
  }

  isolated deinit { follow(nil) }

  /// Reads as this says from now on. With nil, nothing is read, and there is no thread.
  public func follow(_ watch: SensorWatch?) { change { $0.setWatch(watch) } }

  public func apply(_ settings: SensorSettings) { change { $0.setSettings(settings) } }

  /// The machine was suspended.
  public func resumed() {
    let now = turns.io.now()
    change { $0.resume(at: now) }
  }

  /// Sensors or panels may have come or gone.
  public func devicesChanged() { change { $0.searchAgain() } }

  /// Why the sensor gives no reading now; nil if it does, or if it is not read.
  public var problem: String? { turns.problem }

  /// The last reading, also one that was not reported; nil before the first one, and while nothing
  /// is read.
  public var lastReading: SensorReading? { turns.lastReading }

  private func change(_ change: (inout ReaderState) -> Void) {
    if turns.change(change) { thread.wake { [turns] in turns.step() } }
  }
}

/// The turns of the thread, and the state that it shares with the loop.
private final class SensorTurns: Sendable {
  private struct Shared: Sendable {
    var reader: ReaderState
    /// Set while a turn is under way.
    var alarm: (any SensorAlarm)?
  }

  let io: SensorIO
  private let root: String
  private let loop: EventLoop
  private let receive: @Sendable (SensorReport) -> Void
  private let shared: Mutex<Shared>

  init(
    under root: String,
    on loop: EventLoop,
    _ settings: SensorSettings,
    _ io: SensorIO,
    _ receive: @escaping @Sendable (SensorReport) -> Void
  ) {
    self.root = root
    self.loop = loop
    self.io = io
    self.receive = receive
    shared = Mutex(Shared(reader: ReaderState(settings)))
    let alarm = io.alarm(loop) { [weak self] in self?.noteHang() }
    shared.withLock { $0.alarm = alarm }
  }

  var problem: String? { shared.withLock { $0.reader.problem } }
  var lastReading: SensorReading? { shared.withLock { $0.reader.lastReading } }

  /// Changes the state. Returns whether the thread has to look at it.
  func change(_ change: (inout ReaderState) -> Void) -> Bool {
    shared.withLock { shared in
      let wasReading = shared.reader.sessionNumber != nil
      change(&shared.reader)
      setAlarm(&shared)
      return wasReading || shared.reader.sessionNumber != nil
    }
  }

  /// Does what is due. Returns when the next turn is.
  func step() -> LoopClock.Instant? {
    let turn = shared.withLock { shared in
      let turn = shared.reader.startTurn(at: io.now())
      setAlarm(&shared)
      return turn
    }
    if let turn {
      let result = turn.result(under: root, io.text)
      report { $0.finishTurn(result, at: $1) }
    }
    return shared.withLock { shared in
      setAlarm(&shared)
      return shared.reader.nextTurn(at: io.now())
    }
  }

  /// The alarm is not set again: it has run out, and would at once do so again.
  private func noteHang() { report { $0.noteHang(at: $1) } }

  /// Changes the state, and reports what follows from that, unless nobody waits for it any more.
  private func report(_ change: (inout ReaderState, LoopClock.Instant) -> [SensorReport]) {
    let (reports, session) = shared.withLock { shared in
      let reports = change(&shared.reader, io.now())
      return (reports, shared.reader.sessionNumber)
    }
    if reports.isEmpty { return }
    loop.perform { [weak self] in
      for report in reports where self?.shared.withLock({ $0.reader.sessionNumber }) == session {
        self?.receive(report)
      }
    }
  }

  private func setAlarm(_ shared: inout Shared) {
    shared.alarm?.set(after: shared.reader.patienceLeft(at: io.now()))
  }
}

extension SensorTurn {
  /// Does the turn, which may block for any time.
  fileprivate func result(under root: String, _ text: AttributeText) -> SensorTurnResult {
    switch self {
    case .search(let settings):
      switch SensorChoice.find(under: root, settings).outcome {
      case .found(let first, let others):
        let panels = settings.place == .lid ? PanelPicture.find(under: root) : nil
        return .found(FoundSensors(first: first, others: others, panels: panels))
      case .none(let reason): return .missing(reason)
      }
    case .read(let sensors): return sensors.read(text)
    }
  }
}

extension FoundSensors {
  /// One sensor is enough: another one that fails is left out.
  fileprivate func read(_ text: AttributeText) -> SensorTurnResult {
    if panels?.isLit == false { return .panelIsOff }
    let brightest = others.compactMap { try? $0.light(text) }.max()
    do throws(LightError) {
      let light = try first.light(text)
      return .read(max(light, brightest ?? light))
    } catch {
      return brightest.map(SensorTurnResult.read) ?? .failed(error)
    }
  }
}
