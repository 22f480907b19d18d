import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Hardware

extension BrightnessDaemon: AutomaticServer {
  public func report(_ call: MethodCall<AutomaticInterface.Report>) {
    let choice = sensing.choice
    lookForSensor(choice)
    call.reply(
      AutomaticInterface.Report.Reply(
        sensor: sensorInUse,
        noSensor: missingSensor,
        unusedSensors: choice.unused.map {
          .init(name: $0.sensor.name, device: $0.sensor.device, reason: "\($0.reason)")
        },
        // While it is not read, the light in the room may be another one by now.
        lux: sensing.isReading ? state.ambient.light?.illuminance.lux : nil,
        lights: state.followingLights.map(\.id).map(shown)
      )
    )
  }

  public func turnOn(_ call: MethodCall<AutomaticInterface.TurnOn>, _ request: AutomaticInterface.TurnOn) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(AutomaticError) {
      let ids = try lights(toTurnOn: request.light)
      lookForSensor(sensing.choice)
      // Without a sensor the core refuses, and no monitor is read for that.
      if missingSensor != nil { return change(.turnOn, ids, for: call) { .init(lights: $0) } }
      turnOn(ids, for: call)
    } catch {
      call.fail(error)
    }
  }

  public func turnOff(_ call: MethodCall<AutomaticInterface.TurnOff>, _ request: AutomaticInterface.TurnOff) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(AutomaticError) {
      let ids = try lights(request.light) { $0.mode != .off }
      change(.turnOff, ids, for: call) { .init(lights: $0) }
    } catch {
      call.fail(error)
    }
  }

  public func forget(_ call: MethodCall<AutomaticInterface.Forget>, _ request: AutomaticInterface.Forget) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(AutomaticError) {
      let ids = try lights(request.light, or: \.hasLearned)
      change(.forget, ids, for: call) { .init(lights: $0) }
    } catch {
      call.fail(error)
    }
  }

  public func history(_ call: MethodCall<AutomaticInterface.History>) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    let now = core.now()
    call.reply(.init(events: core.ambientHistory.map { .init($0, at: now) }))
  }

  public func feed(_ call: MethodCall<AutomaticInterface.Feed>, _ request: AutomaticInterface.Feed) {
    let session = SessionID(call.call.connection)
    guard may(call.call, .change), clients.watchProcess(of: session) else { return call.fail(.permissionDenied) }
    guard let light = Illuminance(lux: request.lux) else {
      return call.fail(.invalidParameter("lux", reason: "light is 0 lux or more"))
    }
    do throws(FeedRefusal) {
      try sensing.feed(light, named: request.name, of: session, at: core.now())
      call.reply()
    } catch {
      call.fail(.invalidParameter("name", reason: "\(error)"))
    }
  }

  private func change<Method: VarlinkMethod>(
    _ change: AutomaticChange,
    _ ids: [LightID],
    for call: MethodCall<Method>,
    _ makeReply: @escaping @Sendable ([AutomaticInterface.FollowingLight]) -> Method.Reply
  ) where Method.Interface == AutomaticInterface {
    clients.call(.automatic(change, ids), of: SessionID(call.call.connection)) { [weak self] reply in
      self?.assumeIsolated { daemon in
        if case .failed(let failure) = reply { return call.fail(AutomaticError(failure)) }
        call.reply(makeReply(ids.map(daemon.shown)))
      }
    }
  }
}

/// Turning on.
extension BrightnessDaemon {
  /// Those of a kind, and all screens, without the ones that the configuration excludes.
  private func lights(toTurnOn name: String?) throws(AutomaticError) -> [LightID] {
    let all = try converting(AutomaticError.init) { () throws(LightsError) in try names.lights(name) }
    let allowed = all.filter { state.settings.override($0).automatic != false }
    return allowed.isEmpty ? all : allowed
  }

  /// Reads the monitors that were not read yet, one after the other, and turns automatic brightness
  /// on for the lights that could be read. `done` is the number of the lights that were looked at.
  private func turnOn(
    _ ids: [LightID],
    for call: MethodCall<AutomaticInterface.TurnOn>,
    after done: Int = 0
  ) {
    guard let unread = ids.dropFirst(done).firstIndex(where: { state.lights[$0]?.isUnreadMonitor == true }) else {
      return turnOnRead(ids, for: call)
    }
    clients.call(.read(ids[unread]), of: SessionID(call.call.connection)) { [weak self] _ in
      self?.assumeIsolated { $0.turnOn(ids, for: call, after: unread + 1) }
    }
  }

  private func turnOnRead(_ ids: [LightID], for call: MethodCall<AutomaticInterface.TurnOn>) {
    let read = ids.filter { state.view(of: $0) != nil }
    if let first = ids.first, read.isEmpty {
      let reason = state.lights[first]?.fault?.reason ?? "its level is not known"
      return call.fail(.notAutomatic(light: first.description, reason: reason))
    }
    change(.turnOn, read, for: call) { .init(lights: $0) }
  }

  /// Looks for the sensor, so that the core knows whether there is one. While it is read, the
  /// reader looks by itself.
  private func lookForSensor(_ choice: SensorChoice) {
    if sensing.isReading { return }
    let found: SensorEvent =
      switch choice.outcome {
      case .found(let first, _): .found(first.sensor)
      case .none(let reason): .missing("\(reason)")
      }
    let known: SensorEvent? =
      switch state.ambient.sensor {
      case .working(let sensor): .found(sensor)
      case .missing(let reason): .missing(reason)
      case .unknown, .covered, .failing: nil
      }
    if found != known { core.handle(.ambient(.sensor(found))) }
  }
}

/// Names.
extension BrightnessDaemon {
  /// Lights of a name, or those that follow or have followed and fulfil a condition. The full name
  /// of such a light is known even if it is not connected.
  private func lights(
    _ name: String?,
    or condition: (FollowingView) -> Bool
  ) throws(AutomaticError) -> [LightID] {
    guard let name else { return state.followingLights.filter(condition).map(\.id) }
    if let id = LightID(name), state.followingView(of: id) != nil { return [id.visible] }
    return try converting(AutomaticError.init) { () throws(LightsError) in try names.lights(name) }
  }
}

extension AutomaticError {
  /// An error of a name.
  fileprivate init(_ error: LightsError) {
    switch error {
    case .noSuchLight(let light, let known): self = .noSuchLight(light: light, known: known)
    case .ambiguousLight(let light, let known): self = .ambiguousLight(light: light, known: known)
    case .noLights: self = .noLights
    case .notWritable, .outOfRange, .sessionEnded, .anotherCall: preconditionFailure("no name fails so: \(error)")
    }
  }

  fileprivate init(_ failure: CallFailure) {
    switch failure {
    case .noSensor(let reason): self = .noSensor(reason: reason)
    case .notAutomatic(let light, let reason): self = .notAutomatic(light: light.description, reason: reason)
    case .level, .session, .sessionEnded, .nextCallArrived, .unrecorded:
      preconditionFailure("a change of automatic brightness failed as another call would: \(failure)")
    }
  }
}

/// What clients see.
extension BrightnessDaemon {
  /// Whether a light follows, and why not although it is turned on.
  func automaticMode(of id: LightID) -> (mode: AutomaticInterface.Mode, pause: AutomaticInterface.Pause?) {
    switch state.automaticState(of: id) {
    case .off: (.off, nil)
    case .on: (.on, nil)
    case .paused(.switchedOff): (.paused, .switchedOff)
    case .paused(.otherProgram): (.paused, .otherProgram)
    case .withoutReadings: (.paused, .sensor)
    }
  }

  private func reason(of pause: AutomaticInterface.Pause) -> String? {
    switch pause {
    case .switchedOff: AmbientPause.switchedOff.reason
    case .otherProgram: AmbientPause.otherProgram.reason
    case .sensor: missingSensor ?? sensorProblem
    }
  }

  /// A light that never followed, or has forgotten all, is off and has no curve.
  private func shown(_ id: LightID) -> AutomaticInterface.FollowingLight {
    let view = state.followingView(of: id)
    let (mode, pause) = automaticMode(of: id)
    let wait = view?.due.map { max($0 - core.now(), .zero) }
    return AutomaticInterface.FollowingLight(
      light: id.description,
      mode: mode,
      pause: pause,
      reason: pause.flatMap(reason),
      curve: view.map { points(of: $0.rule) } ?? [],
      offset: view?.offset.map { Double($0.units) * 100 / Double(Share.unitsOfAll) } ?? 0,
      waits: mode == .on ? wait : nil
    )
  }

  private func points(of rule: AmbientRule) -> [AutomaticInterface.Point] {
    switch rule {
    case .curve(let curve):
      return curve.points.map {
        .init(lux: $0.light.illuminance.lux, level: $0.share.percent, taught: $0.isTaught)
      }
    case .keyboard(let levels):
      let isLightFrom = KeyboardLevels.lightAbove(darkBelow: state.settings.keyboardIsDarkBelow ?? .usualDarkness)
      return [
        .init(lux: 0, level: levels.dark.percent, taught: false),
        .init(lux: isLightFrom.lux, level: levels.light.percent, taught: false),
      ]
    }
  }

  private var sensorInUse: AutomaticInterface.Sensor? {
    guard let sensor = state.ambient.sensor.sensor else { return nil }
    let reading = sensing.lastReading
    return AutomaticInterface.Sensor(
      name: sensor.name,
      device: sensor.device,
      unit: sensor.unit == .lux ? .lux : .unknown,
      state: sensorState,
      lux: reading?.light.lux,
      age: reading.map { core.now() - (sensing.given(sensor) ?? $0.moment) },
      reason: sensing.problem ?? sensorProblem
    )
  }

  private var sensorState: AutomaticInterface.SensorState {
    if !sensing.isReading { return .idle }
    if sensing.problem != nil { return .failing }
    return switch state.ambient.sensor {
    case .covered: .panelOff
    case .failing: .failing
    case .unknown, .missing, .working: .reading
    }
  }

  private var missingSensor: String? {
    if case .missing(let reason) = state.ambient.sensor { reason } else { nil }
  }

  /// Why levels do not follow, although there is a sensor.
  private var sensorProblem: String? {
    switch state.ambient.sensor {
    // The core waits for a reading, or for the failure to last, after the panel was lit again.
    case .covered: sensing.problem ?? "the sensor is not read while the panel is off"
    case .failing(_, let reason): reason
    case .unknown, .missing, .working: nil
    }
  }
}

extension AutomaticInterface.Event {
  fileprivate init(_ entry: AmbientHistory.Entry, at now: Moment) {
    let age = now - entry.moment
    switch entry.event {
    case .reading(let light): self.init(age: age, kind: .reading, lux: light.lux)
    case .sensor(let text): self.init(age: age, kind: .sensor, reason: text)
    case .change(let light, let change):
      let light = light.description
      switch change {
      case .turnedOn: self.init(age: age, kind: .turnedOn, light: light)
      case .turnedOff: self.init(age: age, kind: .turnedOff, light: light)
      case .resumed: self.init(age: age, kind: .resumed, light: light)
      case .paused(let pause): self.init(age: age, kind: .paused, light: light, reason: pause.reason)
      case .adapted(_, let level): self.init(age: age, kind: .adapted, light: light, level: level.percent)
      case .changed(let level): self.init(age: age, kind: .changed, light: light, level: level.percent)
      }
    }
  }
}

extension FollowingView {
  fileprivate var hasLearned: Bool {
    if offset != nil { return true }
    return switch rule {
    case .curve(let curve): curve.isTaught
    case .keyboard: true
    }
  }
}

extension AmbientPause {
  /// Why it pauses, for people.
  var reason: String {
    switch self {
    case .switchedOff: "it was switched off"
    case .otherProgram: "another program changes it"
    }
  }
}

extension Illuminance {
  fileprivate var lux: Double { Double(millilux) / 1000 }
}
