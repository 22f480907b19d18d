import BrightnessControl
import BrightnessEventLoop
import BrokerAccess
import Fleet
import Glibc
import Service

/// The bridge as a process: its start, signals, notices to systemd, and its end.
final class BridgeProcess: Sendable {
  /// Time for the goodbye to the broker.
  private static let longestStop = Duration.seconds(2)
  /// The turns that a cancelled effect needs to finish; more do no harm.
  private static let turnsOfEnd = 8

  private let loop: EventLoop
  private let log: Log
  private let manager: ServiceManager?
  private let bridge: Bridge

  init(
    _ reading: BridgeReading,
    socket: String,
    credentials: Credentials,
    _ log: Log,
    _ environment: ServiceEnvironment
  ) throws {
    guard reading.isValid, let topics = reading.topics else { throw BridgeError.configuration }
    let configuration = reading.configuration
    let brokers = try configuration.brokers(topics, credentials)
    let loop = try EventLoop(timePerTurn: .milliseconds(2))
    let manager = try ServiceManager(environment)
    let file = StatusFile.ofProcess
    self.loop = loop
    self.log = log
    self.manager = manager
    if !configuration.broker.isEncrypted {
      log(.warning, "TLS=no: everyone on the network between here and the broker can change the lights")
    }
    bridge = Bridge(
      configuration.fleet(topics),
      brokers: brokers,
      daemon: DaemonSocket(path: socket, loop: loop),
      log
    ) { status in
      log.trying("systemd") { try manager?.notify(.status(status.text)) }
      log.trying("status") { try file?.replace(with: status.line) }
    }
  }

  /// Serves until a signal ends it.
  func run(_ environment: ServiceEnvironment) throws {
    let signals = try loop.onSignals([SIGTERM, SIGINT]) { [weak self] _ in self?.stop() }
    let clock = try loop.onClockChange { [bridge] change in
      if change.suspended > .zero { bridge.assumeIsolated { $0.send(.resumed) } }
    }
    if let interval = try environment.watchdogInterval() {
      Watchdog(interval: interval, on: loop) { [weak self] in self?.notify(.watchdog) }.start()
    }
    bridge.assumeIsolated { $0.start() }
    // Whether or not the broker can be reached: a boot must not wait for it.
    log.trying("systemd") { try manager?.notifyReady(on: loop) }
    loop.run()
    for _ in 0..<Self.turnsOfEnd {
      loop.perform { [loop] in loop.stop() }
      loop.run()
    }
    _ = consume signals
    _ = consume clock
  }

  private func stop() {
    log(.info, "stopping")
    notify(.stopping)
    let done: @Sendable () -> Void = { [weak loop] in loop?.stop() }
    bridge.assumeIsolated { $0.stop(done) }
    loop.after(Self.longestStop, done)
  }

  private func notify(_ notice: ServiceNotice) {
    log.trying("systemd") { try manager?.notify(notice) }
  }
}
