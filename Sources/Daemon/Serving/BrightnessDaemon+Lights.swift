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
    answer(call) { () throws(LightsError) in
      LightsInterface.Get.Reply(light: try light(names.one(request.light)))
    }
  }

  private func light(_ id: Brightness.LightID) throws(LightsError) -> LightsInterface.Light {
    guard let light = store.state.lights[id] else { throw .noSuchLight(id.description, known: []) }
    return LightsInterface.Light(light)
  }

  private func answer<Method: ControlMethod>(
    _ call: ControlCall<Method>,
    _ body: () throws(LightsError) -> Method.Reply
  ) where Method.Interface == LightsInterface {
    do throws(LightsError) {
      call.reply(try body())
    } catch {
      call.fail(error)
    }
  }

  private func set(_ call: ControlCall<LightsInterface.Set>, _ request: LightsInterface.Set) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(LightsError) {
      let lights = try names.some(request.light)
      try check(request, on: lights)
      carryOut(request, on: lights, for: call)
    } catch {
      call.fail(error)
    }
  }

  /// A level that one of the lights cannot have is refused before another has moved.
  private func check(_ request: LightsInterface.Set, on ids: [Brightness.LightID]) throws(LightsError) {
    var trial = keeper.assumeIsolated { $0.lights }
    for id in ids {
      do throws(LevelError) {
        _ = try trial.set(id, to: try Level(request.level), allowOff: request.allowOff ?? false)
      } catch {
        throw .outOfRange(id.description, reason: "\(error)")
      }
    }
  }

  private func carryOut(
    _ request: LightsInterface.Set,
    on ids: [Brightness.LightID],
    for call: ControlCall<LightsInterface.Set>
  ) {
    guard let level = try? Level(request.level) else { return call.fail(.invalidParameter("level")) }
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

extension LightTrouble {
  /// The reason in words.
  var reason: String {
    switch self {
    case .refused(let error, _), .uncleared(let error): "\(error)"
    case .hangs: "its driver does not answer"
    case .away: "it is not there"
    }
  }
}
