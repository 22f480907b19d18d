import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Varlink

/// A call that wants to be told of lights.
struct WatchedCall {
  let call: ControlCall<LightsInterface.Watch>
  var watch: LightWatch
}

/// What is answered about lights.
extension BrightnessDaemon {
  nonisolated var lightsInterface: ServedInterface {
    .lights(
      list: { [weak self] call, _ in self?.onLoop(call) { $0.listLights($1) } },
      get: { [weak self] call, request in self?.onLoop((call, request)) { $0.get($1.0, $1.1) } },
      set: { [weak self] call, request in self?.onLoop((call, request)) { $0.set($1.0, $1.1) } },
      watch: { [weak self] call, request in self?.onLoop((call, request)) { $0.watch($1.0, $1.1) } }
    )
  }

  private func listLights(_ call: ControlCall<LightsInterface.List>) {
    call.reply(LightsInterface.List.Reply(lights: store.state.lights.inOrder.map(LightsInterface.Light.init)))
  }

  private func get(_ call: ControlCall<LightsInterface.Get>, _ request: LightsInterface.Get) {
    do throws(LightsError) {
      call.reply(LightsInterface.Get.Reply(light: try light(names.one(request.light))))
    } catch {
      call.fail(error)
    }
  }

  private func light(_ id: Brightness.LightID) throws(LightsError) -> LightsInterface.Light {
    guard let light = store.state.lights[id] else { throw .noSuchLight(id.description, known: []) }
    return LightsInterface.Light(light)
  }

  private func set(_ call: ControlCall<LightsInterface.Set>, _ request: LightsInterface.Set) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(LightsError) {
      let lights = try names.some(request.light)
      let level = try level(request, on: lights)
      carryOut(level, request, on: lights, for: call)
    } catch {
      call.fail(error)
    }
  }

  /// The level, if each of the lights can have it: else it is refused before one has moved.
  private func level(_ request: LightsInterface.Set, on ids: [Brightness.LightID]) throws(LightsError) -> Level {
    var trial = keeper.assumeIsolated { $0.lights }
    var tried = ids[0]
    do throws(LevelError) {
      let level = try Level(request.level)
      for id in ids {
        tried = id
        _ = try trial.set(id, to: level, allowOff: request.allowOff ?? false)
      }
      return level
    } catch {
      throw .outOfRange(tried.description, reason: error.reason)
    }
  }

  private func carryOut(
    _ level: Level,
    _ request: LightsInterface.Set,
    on ids: [Brightness.LightID],
    for call: ControlCall<LightsInterface.Set>
  ) {
    let session = SessionID(call.call.connection)
    let allowOff = request.allowOff ?? false
    keeper.assumeIsolated { keeper in
      for id in ids {
        // Each was tried before: no light refuses the level now.
        _ = try? keeper.set(id, to: level, allowOff: allowOff, fade: request.fade, by: session) { _ in }
      }
      keeper.settle(ids) { [weak self] answer in
        self?.assumeIsolated { $0.finish(call, ids, answer) }
      }
    }
  }

  private func finish(_ call: ControlCall<LightsInterface.Set>, _ ids: [Brightness.LightID], _ answer: LightAnswer) {
    switch answer {
    case .done:
      let lights = ids.compactMap { store.state.lights[$0] }.map(LightsInterface.Light.init)
      call.reply(LightsInterface.Set.Reply(lights: lights))
    case .owed(let troubles):
      guard let light = ids.first(where: { troubles[$0] != nil }), let trouble = troubles[light] else {
        return call.fail(.noLights)
      }
      call.fail(.notWritable(light.description, reason: trouble.reason))
    case .unrecorded(let error):
      call.fail(.notWritable(ids[0].description, reason: "\(error)"))
    }
  }

  private func watch(_ call: ControlCall<LightsInterface.Watch>, _ request: LightsInterface.Watch) {
    do throws(LightsError) {
      let light = try request.light.map { name throws(LightsError) in try names.one(name) }
      let session = SessionID(call.call.connection)
      lightWatchers[session] = WatchedCall(call: call, watch: LightWatch(light))
      tellWatcher(session, store.state)
    } catch {
      call.fail(error)
    }
  }

  /// Tells everybody who watches what the turn has changed.
  func tellWatchers(_ state: Mind.State) {
    if state.lights.changes != lightChangesTold {
      lightChangesTold = state.lights.changes
      for session in lightWatchers.keys.sorted(by: { $0.number < $1.number }) { tellWatcher(session, state) }
    }
    tellHolders(state)
  }

  private func tellWatcher(_ session: SessionID, _ state: Mind.State) {
    guard let call = lightWatchers[session]?.call else { return }
    for report in lightWatchers[session]?.watch.reports(of: state.lights) ?? [] { tell(report, to: call) }
  }

  private func tell(_ report: LightReport, to call: ControlCall<LightsInterface.Watch>) {
    let reply = LightsInterface.Watch.Reply(
      light: LightsInterface.Light(report.light),
      cause: LightsInterface.Cause(report.cause),
      sequence: report.sequence,
      pid: report.isChange ? pid(behind: report.light, for: call.call) : nil
    )
    call.replyContinuing(reply)
  }

  /// The process whose call changed the light, if the reader may know it.
  private func pid(behind light: KnownLight, for call: Call) -> Int? {
    guard let author = light.author, may(call, .readSession(of: author.uid)) else { return nil }
    return Int(author.pid)
  }

  func may(_ call: Call, _ request: Request) -> Bool {
    if request == .change { readSeat() }
    guard let client = clients[SessionID(call.connection)] else { return false }
    return policy.may(client.peer, request, at: store.state.seat) == .allowed
  }
}
