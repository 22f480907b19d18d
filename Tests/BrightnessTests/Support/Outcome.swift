import BrightnessModel

@testable import Brightness

/// The state changes and output of one step of a test.
struct Outcome {
  let before: Core.State
  let after: Core.State
  let outputs: [Output]

  var requests: [(light: LightID, request: TargetRequest)] { outputs.flatMap(\.requests) }

  var messages: [Message] { outputs.flatMap(\.messages) }

  /// Raw values that were not requested before.
  var newTargets: [LightID: Int] {
    let new = requests.compactMap { light, request in request.target.map { (light, $0) } }
      .filter { light, target in before.lights[light]?.unwritten != target }
    return Dictionary(new) { $1 }
  }

  func newTarget(_ light: LightID = panel) -> Int? { newTargets[light] }

  /// The raw value of the last request for a light.
  func target(_ light: LightID = panel) -> Int? { requests.last { $0.light == light }?.request.target }

  /// The raw value that the writer has to find before it writes.
  func expected(_ light: LightID = panel) -> Int? { requests.last { $0.light == light }?.request.expected }

  /// Scenes that newly yield on a light.
  var yielded: [SceneKey] {
    keys(of: after).filter { key in
      let now = after.scene(key)?.appearance?.yielded ?? []
      return !now.subtracting(before.scene(key)?.appearance?.yielded ?? []).isEmpty
    }
  }

  /// Scenes that were removed.
  var cancelled: [SceneKey] { keys(of: before).filter { after.scene($0) == nil } }

  private func keys(of state: Core.State) -> [SceneKey] {
    state.sessions.flatMap { $0.scenes.map(\.key) }
  }
}

extension Light {
  /// The raw value that its writer was asked for last, and has not reported.
  fileprivate var unwritten: Int? {
    switch level?.course {
    case .leaving(let order, from: _, _), .driven(let order, _):
      fault == nil && order.shows == nil ? order.progress.want?.target : nil
    case .free, nil: nil
    }
  }
}

extension Outcome {
  /// Replies and notifications of one session, as short texts.
  func texts(to session: Int) -> [String] {
    messages.filter { $0.session == SessionID(session) }.map { $0.isLast ? "\($0.reply.text)." : $0.reply.text }
  }

  /// Notified sessions, in order.
  var notifiedSessions: [Int] { messages.map(\.session.number) }

  func replies(_ session: SessionID) -> [Reply] { messages.filter { $0.session == session }.map(\.reply) }

  /// Events of a session's held scene.
  func events(_ session: Int = 1) -> [SceneEvent] { updates(session).map(\.event) }

  func updates(_ session: Int = 1) -> [SceneUpdate] {
    replies(SessionID(session)).compactMap { if case .scene(_, let update) = $0 { update } else { nil } }
  }

  func lightUpdates(_ session: Int) -> [LightUpdate] {
    replies(SessionID(session)).compactMap { if case .light(let update) = $0 { update } else { nil } }
  }
}

extension Reply {
  fileprivate var text: String {
    switch self {
    case .done: "done"
    case .pushed(let scene): "pushed \(scene.number)"
    case .set(let lights, let failed):
      "set "
        + (lights.map { "\($0.id) \($0.target.raw)" } + failed.sorted { $0.key < $1.key }.map { "\($0): \($1.reason)" })
        .joined(separator: ", ")
    case .reset(let count): "reset \(count)"
    case .scene(_, let update): update.light.map { "\(update.event) \($0)" } ?? "\(update.event)"
    case .light(let update): "\(update.sequence) \(update.light.id) \(update.cause)"
    case .sessions: "sessions"
    case .failed(let failure): failure.text
    }
  }
}

extension CallFailure {
  fileprivate var text: String {
    switch self {
    case .session(let error): "\(error)"
    case .level(let light, let error): "\(light) \(error)"
    case .unrecorded(let reason): "unrecorded \(reason)"
    case .sessionEnded: "session ended"
    case .nextCallArrived: "nextCallArrived"
    case .noSensor(let reason): "no sensor: \(reason)"
    case .notAutomatic(let light, let reason): "\(light) \(reason)"
    }
  }
}
