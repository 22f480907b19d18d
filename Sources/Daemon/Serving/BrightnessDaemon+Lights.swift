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
      list: { [weak self] call, _ in self?.assumeIsolated { $0.listLights(call) } },
      get: { [weak self] call, request in self?.assumeIsolated { $0.get(call, request) } },
      set: { [weak self] call, request in self?.assumeIsolated { $0.set(call, request) } },
      watch: { [weak self] call, request in self?.assumeIsolated { $0.watch(call, request) } }
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
      throw .outOfRange(tried.description, reason: "\(error)")
    }
  }

  private func carryOut(
    _ level: Level,
    _ request: LightsInterface.Set,
    on ids: [Brightness.LightID],
    for call: ControlCall<LightsInterface.Set>
  ) {
    keeper.assumeIsolated { keeper in
      for id in ids {
        // Each was tried before: no light refuses the level now.
        _ = try? keeper.set(id, to: level, allowOff: request.allowOff ?? false, fade: request.fade) { _ in }
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
      lightWatchers.append(WatchedCall(call: call, watch: LightWatch(light)))
      tellWatchers(store.state)
    } catch {
      call.fail(error)
    }
  }

  /// Tells everybody who watches what the turn has changed.
  func tellWatchers(_ state: Mind.State) {
    for index in lightWatchers.indices {
      for report in lightWatchers[index].watch.reports(of: state.lights) {
        let light = LightsInterface.Light(report.light)
        let cause = LightsInterface.Cause(report.cause)
        let pid = report.cause == .initial ? nil : pid(behind: report.light, for: lightWatchers[index].call.call)
        let reply = LightsInterface.Watch.Reply(light: light, cause: cause, sequence: report.sequence, pid: pid)
        lightWatchers[index].call.replyContinuing(reply)
      }
    }
    tellHolders(state)
  }

  /// The process whose scene decides, if the reader may know it.
  private func pid(behind light: KnownLight, for call: Call) -> Int? {
    guard let decider = light.view.decider, let session = store.state.sessions[id: decider.session] else { return nil }
    return may(call, .readSession(of: session.peer.uid)) ? Int(session.peer.pid) : nil
  }

  func may(_ call: Call, _ request: Request) -> Bool {
    clients[SessionID(call.connection)].map { policy.may($0.peer, request) == .allowed } ?? false
  }
}
