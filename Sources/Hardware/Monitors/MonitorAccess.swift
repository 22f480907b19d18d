import DDC
import EventLoop
import Locks
import Model

/// Resources that the monitors of a machine share: their workers, the turns at each graphics card, and the marks of first contacts.
public final class MonitorAccess: Sendable {
  /// Connects to a new worker.
  public typealias Connect = @Sendable () throws(LinkError) -> MonitorLink

  fileprivate let connect: Connect
  fileprivate let marks: ContactMarks?
  private let cards = TraceableMutex<[String: ExchangeTurns]>([:])

  public convenience init(_ workers: Workers, marks: ContactMarks?) {
    self.init(marks: marks) { () throws(LinkError) in try workers.connect() }
  }

  public init(marks: ContactMarks? = nil, connect: @escaping Connect) {
    self.marks = marks
    self.connect = connect
  }

  /// Lets a model be contacted again whose first contact the machine did not survive; false if nothing kept it from that.
  public func allow(_ model: String) throws(LightError) -> Bool { try marks?.allow(model) ?? false }

  fileprivate func turns(at card: String) -> ExchangeTurns {
    cards.withLock { cards in
      let turns = cards[card] ?? ExchangeTurns()
      cards[card] = turns
      return turns
    }
  }
}

/// Reads and writes one monitor through a worker, as if its brightness were in a file.
///
/// The worker is connected at the first exchange, and kept until `close`. One that hangs or sends nonsense is abandoned, and the next
/// exchange has a new one.
public final class MonitorAttributes: Attributes {
  private struct State: ~Copyable, Sendable {
    var monitor: Monitor
    /// Nil also while an exchange is under way.
    var worker: Worker?
  }

  private struct Worker: ~Copyable, Sendable {
    var link: MonitorLink
    /// The connector that it serves.
    let connector: String
  }

  private let access: MonitorAccess
  private let state: TraceableMutex<State>

  public init(_ monitor: Monitor, through access: MonitorAccess) {
    self.access = access
    state = TraceableMutex(State(monitor: monitor, worker: nil))
  }

  /// Takes the place where the monitor is now.
  public func use(_ monitor: Monitor) { state.withLock { $0.monitor = monitor } }

  public func close() { state.withLock { $0.worker = nil } }

  public func newestEvent() -> UInt64? { nil }

  public func text(of file: AttributeFile) throws(LightError) -> String { "\(try reading(of: file).level)" }

  public func reading(of file: AttributeFile) throws(LightError) -> LevelReading {
    let level = try exchange(file) { link, fingerprint throws(LinkError) in try link.level(of: fingerprint) }
    return LevelReading(Int(level.current), of: Int(level.maximum))
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
    let (model, path) = (monitor.identity.model, file.path)
    try access.marks?.check(model, path)
    // Before the turn, so that the workers of several monitors start at the same time.
    keep(try worker(for: monitor.connector, path))
    return try access.turns(at: monitor.connector.card).take { () throws(LightError) in
      let worker = try worker(for: monitor.connector, path)
      // Nothing was sent to the monitor so far.
      try access.marks?.begin(model, path)
      do throws(LinkError) {
        let value = try exchange(through: worker, monitor.edid.fingerprint, body)
        access.marks?.end(model, isSurvived: true)
        return value
      } catch {
        access.marks?.end(model, isSurvived: error.followsMessage)
        throw .unreachable(path: path, error)
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
    // A worker looks by itself before each message. Without a picture there would be no answer, and no worker is needed to see that.
    let now = connector.readAgain()
    if !now.isLit { throw .unreachable(path: path, .failed(WorkerFault(now.isConnected ? .isAsleep : .hasNoMonitor))) }
    do throws(LinkError) {
      var link = try access.connect()
      try link.name(connector.name)
      return Worker(link: link, connector: connector.name)
    } catch {
      throw .unreachable(path: path, error)
    }
  }

  private func keep(_ worker: consuming Worker) {
    var worker = Optional(worker)
    state.withLock { $0.worker = worker.take() }
  }
}

extension LinkError {
  /// Whether the monitor certainly got a message, which it answered or not. A bus that refuses one may not even have addressed it.
  fileprivate var followsMessage: Bool {
    guard case .failed(let fault) = self else { return false }
    return [.isSilent, .isMalformed, .hasNoBrightness].contains(fault.kind)
  }
}

/// Turns at a graphics card: its buses are often one controller, and some drivers mix up exchanges that overlap.
///
/// Threads take turns in the order in which they came. A turn ends after a while even if its exchange hangs, so that one monitor does not
/// keep the others waiting.
final class ExchangeTurns: Sendable {
  static let longestTurn = Duration.seconds(1)

  private struct State: Sendable {
    var count: UInt64 = 0
    var waiting: [(number: UInt64, bell: Box<Semaphore>)] = []
    var current: (number: UInt64, ends: LoopClock.Instant)?
  }

  private let limit: Duration
  private let state = TraceableMutex(State())

  init(limit: Duration = longestTurn) {
    self.limit = limit
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for a turn, and gives it back afterwards.
  func take<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let number = wait()
    defer { end(number) }
    return try body()
  }

  private func wait() -> UInt64 {
    let bell = Box(Semaphore())
    let number = state.withLock { state in
      state.count += 1
      state.waiting.append((state.count, bell))
      return state.count
    }
    while let wait = timeUntilTurn(of: number) { _ = bell.value.wait(atMost: wait) }
    return number
  }

  /// Begins the turn if it is due, and returns nil; else the longest time until it may be.
  private func timeUntilTurn(of number: UInt64) -> Duration? {
    let limit = limit
    return state.withLock { state in
      let now = LoopClock.Instant.now
      guard state.waiting.first?.number == number else { return limit }
      if let ends = state.current?.ends, now < ends { return now.duration(to: ends) }
      state.waiting.removeFirst()
      state.current = (number, now.advanced(by: limit))
      state.waiting.first?.bell.value.signal()
      return nil
    }
  }

  private func end(_ number: UInt64) {
    state.withLock { state in
      // A turn that took too long has ended before.
      guard state.current?.number == number else { return }
      state.current = nil
      state.waiting.first?.bell.value.signal()
    }
  }
}
