import BrightnessEventLoop
import Daemon
import Glibc
import Hardware
import HardwareTesting
import Service
import SimulatedKernel

/// The life of the daemon.
extension World {
  /// Runs the history, and returns what was wrong.
  func run(_ prepare: () -> Void = {}) -> String? {
    simulate {
      prepare()
      while violation == nil {
        runDaemon()
        if case .over = sequel { break }
        afterEnd()
      }
      if violation == nil { checkEnd() }
    }
    return violation.map { violation in failed.map { "\(violation) (\($0))" } ?? violation }
  }

  /// One process of the daemon, from its start to its end.
  private func runDaemon() {
    isServing = false
    let (variables, first) = service.environment()
    enter_daemon()
    do {
      let environment = ServiceEnvironment(variables)
      let inherited = try InheritedDescriptors(environment, from: first)
      try DaemonProcess(plan, environment).run(inherited, environment)
    } catch {
      if kernel.pointee.struck == nil { fail("the daemon does not start: \(error)") }
    }
    leave_daemon()
    ended()
  }

  private var plan: DaemonProcess.Plan {
    var plan = DaemonProcess.Plan(
      socket: "\(folder)/socket",
      state: state,
      origin: FakeTreeOrigin(root: root),
      places: ConfigurationPlaces(file: configuration)
    )
    plan.seat = SeatFile("seats/seat0", in: root)
    plan.logLevel = getenv("SIMULATE_LOG") == nil ? .error : .debug
    plan.recording = getenv("SIMULATE_RECORD").map { String(cString: $0) }
    return plan
  }

  private func ended() {
    let wasStruck = kernel.pointee.struck != nil
    let wasKilled = kernel.pointee.is_dead != 0
    end_daemon()
    endDesktopWrites()
    _ = service.receive()
    (kernel.pointee.is_dead, kernel.pointee.death, kernel.pointee.alarm) = (0, 0, 0)
    if wasStruck || wasKilled && (!isServing || !agenda.isEmpty) { becomeUncertain() }
    noteAdaptations()
    room.isWaiting = false
    kernel.pointee.struck = nil
    kernel.pointee.failure = 0
    if isUncertain { forgetSessions() }
    agenda = []
    isServing = false
    forget()
    collectAll()
  }

  /// Knowledge of the daemon alone is lost with it.
  private func forget() {
    let records = records
    for light in lights.indices {
      forgetChange(of: light)
      if isUncertain { allowUnsavedAdaptation(of: light) }
      let known = lights[light]
      lights[light].isKnown = false
      if let raw = records[known.id] {
        if !known.mayBeRecorded(raw), !isUncertain {
          fail("\(known.id) has \(raw) on record, not \(known.candidates)")
        }
        lights[light].choose(raw, share: raw == known.base ? known.share : nil, isSure: false)
      } else if known.isPlugged {
        if !known.isCandidate(known.shown) {
          fail("\(known.id) shows \(known.shown) without a record when the daemon is gone, not \(known.candidates)")
        }
        let isSame = known.shown == known.base
        lights[light].choose(known.shown, share: isSame ? known.share : nil, isSure: !isUncertain)
      } else {
        // It may have gone in the middle of a fade.
        continue
      }
      lights[light].fade = nil
    }
    for client in clients where !client.outlivesDaemon { client.mayBeEnded = true }
  }

  private func afterEnd() {
    switch sequel {
    case .over: return
    case .restore: restore()
    case .reboot: reboot()
    case .start(let down):
      for _ in 0..<down where next < history.count {
        next += 1
        performWithout(history[next - 1])
      }
      agenda = []
    }
    sequel = .start(down: 0)
  }

  func end(_ step: Step) {
    switch step {
    case .kill(let down):
      sequel = .start(down: down)
      kill_daemon()
    case .killAt(let calls): kernel.pointee.death = kernel.pointee.calls + Int64(calls)
    case .fail(let calls, let choice):
      (kernel.pointee.failure, failureChoice) = (kernel.pointee.calls + Int64(calls), choice)
    case .replace: then([runUntilIdle, { [self] in signal(SIGUSR1) }, waitForEnd])
    case .stop: then([runUntilIdle, { [self] in stop() }, waitForEnd])
    case .restore:
      sequel = .restore
      kill_daemon()
    case .reboot:
      sequel = .reboot
      then([runUntilIdle, { [self] in stop() }, waitForEnd])
    default: break
    }
  }

  private func signal(_ number: CInt) -> Bool {
    kill(getpid(), number)
    return true
  }

  /// Every session ends.
  private func stop() -> Bool {
    for client in clients {
      for scene in client.scenes { touch(scene.plan) }
      client.scenes = []
      client.mayBeEnded = true
    }
    return signal(SIGTERM)
  }

  /// `brightnessd --restore`, which systemd runs when no daemon follows: it keeps no connection
  /// either.
  private func restore() {
    for client in clients {
      client.scenes = []
      client.mayBeEnded = true
    }
    service.clear()
    isServing = false
    enter_daemon()
    do {
      let places = ConfigurationPlaces(file: configuration)
      let left = try RestoreRun.restoreAll(
        recordedIn: state,
        lightsOf: FakeTreeOrigin(root: root),
        configuration: ConfigurationReading(places).configuration
      )
      leave_daemon()
      if left.isEmpty != records.isEmpty { fail("--restore left \(left), and \(records) on record") }
      for light in lights
      where light.isHealthy && !light.isCandidate(light.shown) && !isUncertain && kernel.pointee.is_full == 0 {
        fail("\(light.id) shows \(light.shown) after --restore, not \(light.candidates)")
      }
    } catch {
      leave_daemon()
      fail("--restore: \(error)")
    }
    ended()
  }

  private func reboot() {
    service.clear()
    for client in clients { client.disconnect() }
    clients = []
    let records = records
    // What is kept of automatic brightness is on a disk.
    for name in (try? Folder.names(in: state)) ?? [] where name != "automatic" { removeTree("\(state)/\(name)") }
    // The daemon had no time to bring these back, and what it had on record is lost.
    for light in lights.indices where isUncertain || !lights[light].isHealthy || records[lights[light].id] != nil {
      lights[light].choose(lights[light].shown, isSure: true)
    }
    (kernel.pointee.suspended, kernel.pointee.is_full) = (0, 0)
    kernel.pointee.is_old = 1 - kernel.pointee.is_old
    forgetSessions()
  }

  func reload(_ number: Int) {
    configure(number)
    _ = signal(SIGHUP)
    then([runUntilIdle, verify])
  }
}
