import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Fleet
import HardwareTesting
import Service
import Synchronization
import Testing

@testable import Bridge

/// A daemon that is there from `start` to `stop`, and the bridge's link to it. It has the methods
/// by which the bridge finds that it is there.
final class PlayedDaemon {
  private final class Record: Sendable {
    let events = Mutex<[Fleet.Event]>([])
    let lines = Mutex<[String]>([])
    /// The calls that watch sessions, which stay open.
    let watches = Mutex<[MethodCall<SessionsInterface.Watch>]>([])
    let asked = Mutex<[LoopClock.Instant]>([])
    let isLate = Mutex(false)
  }

  let socket: DaemonSocket
  let link: DaemonLink
  private let folder: TemporaryFolder
  private let record = Record()
  private let endsWatches: Bool
  private var server: VarlinkServer?

  /// What the link has logged.
  var lines: [String] { record.lines.withLock(\.self) }

  /// When sessions were to be watched.
  var asked: [LoopClock.Instant] { record.asked.withLock(\.self) }

  /// - Parameter endsWatches: Whether it ends the connections on which sessions are to be watched.
  init(endsWatches: Bool = false) throws {
    folder = try TemporaryFolder()
    self.endsWatches = endsWatches
    let loop = try EventLoop()
    socket = DaemonSocket(path: "\(folder.path)/socket", loop: loop)
    let log = Log(.warning, style: .program("brightnessd-mqtt")) { [record] line in
      record.lines.withLock { $0.append(line) }
      return true
    }
    link = DaemonLink(socket, log) { [record] event in
      record.events.withLock { $0.append(event) }
      loop.stop()
    }
  }

  deinit {
    link.assumeIsolated { $0.stop() }
    // Its tasks end on the loop, in a few turns. One that never ended would be a leak.
    for _ in 0..<8 {
      socket.loop.perform { [loop = socket.loop] in loop.stop() }
      socket.loop.run()
    }
  }

  func start() throws {
    let service = BrightnessVarlink.Service(vendor: "", product: "", version: "", url: "", interfaces: [sessions])
    let server = VarlinkServer(service, on: socket.loop)
    try server.listen(at: socket.path)
    self.server = server
  }

  func stop() {
    server?.stop()
    server = nil
    record.watches.withLock { $0 = [] }
  }

  private var sessions: ServedInterface {
    let watch: MethodHandler<SessionsInterface.Watch> = { [record, endsWatches, loop = socket.loop] call, _ in
      record.asked.withLock { $0.append(.now) }
      loop.stop()
      if endsWatches { return }
      record.watches.withLock { $0.append(call) }
      call.replyContinuing(NoFields())
    }
    let list: MethodHandler<SessionsInterface.List> = { call, _ in call.reply(.init(sessions: [])) }
    return ServedInterface(SessionsInterface.self, [ServedMethod(watch), ServedMethod(list)])
  }

  /// Waits until the link reports an event that it has not reported before the last wait.
  func wait(for event: Fleet.Event) {
    wait { [record] in
      record.events.withLock { events in
        guard let index = events.firstIndex(of: event) else { return false }
        events.removeFirst(index + 1)
        return true
      }
    }
  }

  /// Runs the loop until something `isThere`. It fails when half a minute passes without it.
  func wait(until isThere: () -> Bool) {
    let limit = socket.loop.after(.seconds(30)) { [record, loop = socket.loop] in
      record.isLate.withLock { $0 = true }
      loop.stop()
    }
    defer { socket.loop.cancel(limit) }
    while !isThere() {
      if record.isLate.withLock(\.self) {
        Issue.record("it does not come: \(record.events.withLock(\.self))")
        return
      }
      socket.loop.run()
    }
  }
}
