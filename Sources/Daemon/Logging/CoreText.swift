import Brightness
import BrightnessEventLoop
import BrightnessModel
import ComposableCore

/// What happens in the core, as text for a person who reads the log.
extension Core.Action {
  var text: String {
    switch self {
    case .configured: "the configuration applies"
    case .seatRead(let seat, _): seat.text
    case .resumed: "the machine resumed"
    case .opened(let session, let peer, _): "\(session.text) begins, user \(peer.uid), process \(peer.pid)"
    case .restored(let saved, _): "sessions go on: \(numbers(saved.map(\.session.id)))"
    case .served: "sessions that go on are served"
    case .ended([]): "no session is left to end"
    case .ended(let sessions):
      sessions.count == 1
        ? "the connection of \(sessions[0].text) ended" : "the connections of sessions \(numbers(sessions)) ended"
    case .called(let session, let call, _): "\(session.text) calls: \(call.text)"
    case .nextCallArrived(let session): "another call comes behind the open one of \(session.text)"
    case .light(let light, let event): "\(light) \(event.text)"
    case .ambient(.restored(let record)): "automatic brightness goes on with \(record.lights.count) lights"
    case .ambient(.sensor(let event)): event.text
    case .expired(let scene), .session(.element(_, .scenes(.element(_, .expired(let scene))))):
      "the time of \(scene.text) is over"
    case .session(.element(let session, _)): "a scene of \(session.text) changes"
    case .session: "a session changes"
    case .acquired(let scene): "in force: \(scene.text)"
    case .released(let scene): "not in force any more: \(scene.text)"
    }
  }

  /// Lists at most 20, since the crash of a client can end thousands of sessions.
  private func numbers(_ sessions: [SessionID]) -> String {
    let shown = sessions.prefix(20).map { "\($0.number)" }.joined(separator: ", ")
    return sessions.count > 20 ? "\(shown) and \(sessions.count - 20) more" : shown
  }
}

extension Seat {
  fileprivate var text: String {
    let others = users.sorted().map { "\($0)" }.joined(separator: ", ")
    return "at the seat: \(active.map { "user \($0)" } ?? "no user") is active, of \(others.isEmpty ? "none" : others)"
  }
}

extension SensorEvent {
  var text: String {
    switch self {
    case .found(let sensor): "the light sensor is '\(sensor.device)' (\(sensor.name))"
    case .missing(let reason): "cannot read the light sensor: \(reason)"
    case .read(let light, _): "the light sensor reads \(light)"
    case .panelIsOff: "the light sensor is not read, because the panel is off"
    case .fails(let reason): "the light sensor fails: \(reason)"
    }
  }
}

extension SessionID {
  fileprivate var text: String { "session \(number)" }
}

extension SceneKey {
  fileprivate var text: String { "scene \(scene.number) of \(session.text)" }
}

extension ClientCall {
  fileprivate var text: String {
    switch self {
    case .set(let lights, let level, let allowOff, let fade):
      "set \(names(lights)) to \(level.text)" + (allowOff ? ", off allowed" : "") + (fade.map { ", fade \($0)" } ?? "")
    case .setForNow(let lights, let level, let allowOff, let fade):
      "\(ClientCall.set(lights, level, allowOff: allowOff, fade: fade).text), for now"
    case .automatic(.turnOn, let lights): "turn automatic brightness on for \(names(lights))"
    case .automatic(.turnOff, let lights): "turn automatic brightness off for \(names(lights))"
    case .automatic(.forget, let lights): "forget what automatic brightness has learned for \(names(lights))"
    case .read(let light): "read \(light)"
    case .push(let request): "push \(request.text)"
    case .appear(let scene): "let scene \(scene.number) appear"
    case .disappear(let scene): "let scene \(scene.number) disappear"
    case .pop(let scene): "remove scenes from \(scene.number) on"
    case .hold(let request): "hold \(request.text)"
    case .watch(let light): "watch \(light?.description ?? "all lights")"
    case .watchKind(let kind): "watch each \(kind.rawValue)"
    case .watchSessions: "watch sessions"
    case .cancel(let session): "cancel \(session.text)"
    case .reset(let user): "reset \(user.map { "user \($0)" } ?? "all users")"
    }
  }

  private func names(_ lights: [LightID]) -> String { lights.map(\.description).joined(separator: ", ") }
}

extension SceneRequest {
  fileprivate var text: String {
    let title = [name.map(\.quotedInShort), reason.map { "because of \($0.quotedInShort)" }].compactMap(\.self)
    let options = [
      priority == .normal ? nil : "priority \(priority.rawValue)",
      onChange == .yield ? nil : "on change \(onChange.rawValue)",
      expires.map { "for \($0)" }, fade.map { "fade \($0)" },
    ].compactMap(\.self)
    return (title + [claims.text] + options).joined(separator: ", ")
  }
}

extension [Claim] {
  /// Lists only a few, since a scene may have hundreds.
  var text: String {
    if isEmpty { return "nothing" }
    let shown = prefix(4).map(\.text).joined(separator: ", ")
    return count > 4 ? "\(shown) and \(count - 4) more" : shown
  }
}

extension Claim {
  fileprivate var text: String {
    let lights =
      switch selector {
      case .light(let light): light.description
      case .kind(let kind): "each \(kind.rawValue)"
      case .picture: "each screen"
      }
    return switch rule {
    case .exactly(.nothing): "\(lights) at its lowest level"
    case .exactly(let share): "\(lights) at \(share)"
    case .atLeast(let share): "\(lights) at least \(share)"
    case .atMost(let share): "\(lights) at most \(share)"
    case .scaled(let share): "\(lights) scaled to \(share)"
    }
  }
}

extension Level {
  var text: String {
    switch self {
    case .share(let share): "\(share)"
    case .raw(let raw): "step \(raw)"
    case .up(let step): "\(step.text) more"
    case .down(let step): "\(step.text) less"
    }
  }
}

extension Level.Step {
  fileprivate var text: String {
    switch self {
    case .share(let share): "\(share)"
    case .raw(let raw): raw == 1 ? "1 step" : "\(raw) steps"
    }
  }
}

extension LightEvent {
  fileprivate var text: String {
    switch self {
    case .connected(let device, let record, let former):
      "appears, \(device.text)"
        + (record.map { ", to restore to \($0.base.setting.share)" } ?? "") + (former.map { ", formerly \($0)" } ?? "")
    case .changed(let device): "is \(device.text) now"
    case .recordDropped: "is not restored: it shows none of the levels that were left before the reboot"
    case .allowed: "may be asked again"
    case .disconnected: "is gone"
    case .found(let raw): "was read at step \(raw)"
    case .woke(let raw): "shows step \(raw) after it was asleep"
    case .displaced(let raw): "was put back to step \(raw) by a desktop"
    case .attempted: "was where it was expected, and is not at its target yet"
    case .wrote(let raw): "was written to step \(raw)"
    case .recorded: "is on record as requested, and is not written"
    case .moved(let raw, let source, _): "was moved to step \(raw) by \(source.text)"
    case .restoredBySystem(let raw): "was set to step \(raw) by systemd"
    case .refused(let fault): "refuses: \(fault.reason)"
    case .unrecorded(let reason): "is not written, since its base level cannot be recorded: \(reason)"
    case .uncleared(let fault): "is restored, and its record cannot be cleared: \(fault.reason)"
    case .hangs: "hangs"
    case .answers: "answers again"
    case .rejected: "refuses a level of its range"
    }
  }
}

extension LightDevice {
  /// The number of steps is missing for a monitor that has not been read yet.
  var text: String { "a \(kind.rawValue)" + (maximum.map { " with \($0) steps" } ?? "") }
}

extension ChangeSource {
  /// For the kernel, a write by another program comes from `sysfs`.
  var text: String {
    switch self {
    case .sysfs: "another program"
    case .hotkey: "a hotkey"
    case .unknown: "an unknown source"
    }
  }
}

/// What a turn has changed, for the log.
extension Core.State {
  /// A line for each light that looks different to clients, and one for each request to a writer.
  func differences(from before: Core.State?) -> [String] {
    let former = before?.visibleLights.map(\.text) ?? visibleLights.map(\.text)
    let lights = visibleLights.map(\.text).filter { !former.contains($0) }
    return lights + result.value.requests.map { light, request in "to write: \(light) \(request.text)" }
  }
}

extension LightView {
  fileprivate var text: String {
    let parts = [
      "\(id) at \(target.share)", state.rawValue + (decider.map { " by \($0.text)" } ?? ""),
      "base \(base.setting.share)",
    ]
    return "now: \((parts + [reason].compactMap(\.self)).joined(separator: ", "))"
  }
}

extension TargetRequest {
  fileprivate var text: String {
    guard let target else { return "record only" }
    return "step \(target) of \(range.maximum)" + (fade.map { ", fade \($0)" } ?? "")
  }
}
