import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Commands

typealias Level = LightsInterface.Level

/// The calls of several verbs.
extension ControlClient {
  func lightList() async throws(Failure) -> [Light] {
    try await ask("list", "lights") { (client) throws(ControlError) in try await client.lights.list().lights }
  }

  func sessionList() async throws(Failure) -> [Session] {
    try await ask("list", "holds") { (client) throws(ControlError) in try await client.allSessions() }
  }

  func light(_ name: String?, for verb: String) async throws(Failure) -> Light {
    try await ask(verb, name) { (client) throws(ControlError) in try await client.lights.get(light: name).light }
  }

  /// Sets a light, or without one those that the daemon chooses. If there are several, one that
  /// fails does not fail the call.
  func set(
    _ light: String?,
    to level: Level,
    fade: Duration? = nil,
    allowsOff: Bool,
    isForNow: Bool = false,
    mayLeaveOut: Bool = false
  ) async throws(Failure) -> LightsInterface.Set.Reply {
    let request = LightsInterface.Set(
      light: light,
      level: level,
      fade: fade,
      allowOff: allowsOff ? true : nil,
      forNow: isForNow ? true : nil
    )
    return try await ask("set", light) { (client) throws(ControlError) in
      do throws(ControlError) {
        return try await client.set(request)
      } catch .lights(.notWritable(let light, let reason)) where mayLeaveOut {
        return LightsInterface.Set.Reply(lights: [], leftOut: [.init(light: light, reason: reason, pending: false)])
      }
    }
  }

  private func set(_ request: LightsInterface.Set) async throws(ControlError) -> LightsInterface.Set.Reply {
    do throws(ControlError) {
      return try await call(request)
    } catch .service(.invalidParameter("forNow", _)) {
      // An older daemon has no automatic brightness that could learn from the level.
      var request = request
      request.forNow = nil
      return try await call(request)
    }
  }
}
