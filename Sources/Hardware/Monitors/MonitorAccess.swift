import BrightnessEventLoop
import BrightnessModel
import DDC
import StateFiles
import Synchronization

/// Resources that the monitors of a machine share: their workers, the slots at each graphics card,
/// and the marks of first contacts.
public final class MonitorAccess: Sendable {
  /// Connects to a new worker.
  public typealias Connect = @Sendable () throws(LinkError) -> MonitorLink

  fileprivate let connect: Connect
  fileprivate let marks: ContactMarks?
  private let cards = Mutex<[String: ExchangeSlots]>([:])

  public convenience init(_ workers: Workers, marks: ContactMarks?) {
    self.init(marks: marks) { () throws(LinkError) in try workers.connect() }
  }

  public init(marks: ContactMarks? = nil, connect: @escaping Connect) {
    self.marks = marks
    self.connect = connect
  }

  /// Allows contact again with a model that crashed the machine; returns false if it was not
  /// blocked.
  public func allow(_ model: String) throws(StateFileError) -> Bool { try marks?.allow(model) ?? false }

  fileprivate func slots(at card: String) -> ExchangeSlots {
    cards.withLock { cards in
      let slots = cards[card] ?? ExchangeSlots()
      cards[card] = slots
      return slots
    }
  }
}

/// Reads and writes one monitor through a worker, as if its brightness were in a file.
///
/// The worker is connected at the first exchange, and kept until `close`. One that hangs or sends
/// nonsense is abandoned, and the next exchange has a new one.
public final class MonitorAttributes: Attributes {
  private struct State: ~Copyable, Sendable {
    var monitor: Monitor
    /// Also nil during an exchange.
    var worker: Worker?
  }

  private struct Worker: ~Copyable, Sendable {
    var link: MonitorLink
    /// The connector that the worker serves.
    let connector: String
  }

  private let access: MonitorAccess
  private let state: Mutex<State>

  public init(_ monitor: Monitor, through access: MonitorAccess) {
    self.access = access
    state = Mutex(State(monitor: monitor, worker: nil))
  }

  /// Uses the place where the monitor is now.
  public func use(_ monitor: Monitor) { state.withLock { $0.monitor = monitor } }

  public func close() { state.withLock { $0.worker = nil } }

  public func newestEvent() -> UInt64? { nil }

  public func text(of file: AttributeFile) throws(LightError) -> String { "\(try reading(of: file).raw)" }

  public func reading(of file: AttributeFile) throws(LightError) -> RawReading {
    let level = try exchange(file) { link, fingerprint throws(LinkError) in try link.level(of: fingerprint) }
    return RawReading(Int(level.current), of: Int(level.maximum))
  }

  public func write(_ text: String, to file: AttributeFile) throws(LightError) {
    guard let level = UInt16(text) else {
      throw .unexpected(path: file.path, found: text, wanted: "a level of a monitor")
    }
    try exchange(file) { link, fingerprint throws(LinkError) in try link.set(level, of: fingerprint) }
  }

  private func exchange<Value: Sendable>(
    _ file: AttributeFile,
    _ body: @Sendable (inout MonitorLink, UInt64) throws(LinkError) -> Value
  ) throws(LightError) -> Value {
    let monitor = state.withLock { $0.monitor }
    let model = monitor.identity.model
    func ofMonitor(_ error: MonitorError) -> LightError { .ofMonitor(path: file.path, error) }
    try converting(ofMonitor) { () throws(MonitorError) in try access.marks?.checkContact(with: model) }
    // Start the worker before waiting for the slot, so that the workers of several monitors start
    // at the same time.
    keep(try worker(for: monitor.connector, file.path))
    return try access.slots(at: monitor.connector.card).withSlot { () throws(LightError) in
      let worker = try worker(for: monitor.connector, file.path)
      // Mark the contact before the first message.
      try converting(ofMonitor) { () throws(MonitorError) in try access.marks?.markContact(with: model) }
      do throws(LinkError) {
        let value = try exchange(through: worker, monitor.edid.fingerprint, body)
        access.marks?.endContact(with: model, isSurvived: true)
        return value
      } catch {
        access.marks?.endContact(with: model, isSurvived: error.followsMessage)
        throw ofMonitor(.unreachable(error))
      }
    }
  }

  private func exchange<Value: Sendable>(
    through given: consuming Worker,
    _ fingerprint: UInt64,
    _ body: @Sendable (inout MonitorLink, UInt64) throws(LinkError) -> Value
  ) throws(LinkError) -> Value {
    var worker = given
    do throws(LinkError) {
      let value = try body(&worker.link, fingerprint)
      keep(worker)
      return value
    } catch .failed(let fault) {
      keep(worker)
      throw .failed(fault)
    }
  }

  private func worker(for connector: MonitorConnector, _ path: String) throws(LightError) -> Worker {
    if let worker = state.withLock({ $0.worker.take() }), worker.connector == connector.name { return worker }
    // A worker checks this before each message, too. Here it saves starting one for a monitor that
    // shows no picture and would not answer.
    let now = connector.readAgain()
    if !now.isLit {
      let fault = WorkerFault(now.isConnected ? .isAsleep : .hasNoMonitor)
      throw .ofMonitor(path: path, .unreachable(.failed(fault)))
    }
    do throws(LinkError) {
      var link = try access.connect()
      try link.setConnector(connector.name)
      return Worker(link: link, connector: connector.name)
    } catch {
      throw .ofMonitor(path: path, .unreachable(error))
    }
  }

  private func keep(_ worker: consuming Worker) {
    var worker = Optional(worker)
    state.withLock { $0.worker = worker.take() }
  }
}

extension LinkError {
  /// Whether the monitor certainly got a message, even if it did not answer. If the bus refused the
  /// message, the monitor may not even have been addressed.
  fileprivate var followsMessage: Bool {
    guard case .failed(let fault) = self else { return false }
    return [.isSilent, .isMalformed, .hasNoBrightness].contains(fault.kind)
  }
}
