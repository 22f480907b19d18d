import BrightnessModel

@testable import Brightness

/// Events of lights.
extension CoreHarness {
  /// Connects a light and reads it; a request without work is answered.
  @discardableResult
  func connect(
    _ light: LightID,
    _ kind: LightKind,
    range: LightRange,
    raw: Int,
    record: RecordedBase? = nil,
    formerly: LightID? = nil
  ) -> Outcome {
    let device = LightDevice(kind: kind, maximum: range.maximum, scale: range.scale)
    let outcome = send(
      .light(light, .connected(device, record: record, formerly: formerly)),
      .light(light, .found(raw))
    )
    if outcome.requests.contains(where: { $0.light == light && $0.request.isNothing }) { recorded(light) }
    return outcome
  }

  /// Changes the attributes of a device, and reads its level.
  @discardableResult
  func change(_ light: LightID, _ kind: LightKind, range: LightRange, raw: Int) -> Outcome {
    let device = LightDevice(kind: kind, maximum: range.maximum, scale: range.scale)
    return send(.light(light, .changed(device)), .light(light, .found(raw)))
  }

  @discardableResult
  func disconnect(_ light: LightID) -> Outcome { send(.light(light, .disconnected)) }

  /// Changes a light as the user would with a key.
  @discardableResult
  func move(_ light: LightID = panel, to raw: Int) -> Outcome {
    send(.light(light, .moved(raw, by: .hotkey, at: now)))
  }

  @discardableResult
  func restoredBySystem(_ light: LightID, to raw: Int) -> Outcome { send(.light(light, .restoredBySystem(raw))) }

  @discardableResult
  func found(_ raw: Int, on light: LightID) -> Outcome { send(.light(light, .found(raw))) }

  @discardableResult
  func displaced(to raw: Int, on light: LightID) -> Outcome { send(.light(light, .displaced(raw))) }

  @discardableResult
  func attempted(_ light: LightID) -> Outcome { send(.light(light, .attempted)) }

  @discardableResult
  func wrote(_ raw: Int, on light: LightID) -> Outcome { send(.light(light, .wrote(raw))) }

  @discardableResult
  func recorded(_ light: LightID) -> Outcome { send(.light(light, .recorded)) }

  @discardableResult
  func refused(_ light: LightID, _ reason: String = "no answer") -> Outcome {
    send(.light(light, .refused(Fault(.refused, reason))))
  }

  @discardableResult
  func unrecorded(_ light: LightID) -> Outcome { send(.light(light, .unrecorded("no space"))) }

  /// Answers each request, and those that follow, as a writer does that finds the expected level.
  @discardableResult
  func completeWrites(_ outcome: Outcome) -> Outcome {
    var requests = outcome.requests
    var outputs: [Output] = []
    while let (light, request) = requests.first {
      requests.removeFirst()
      // A newer one has replaced it.
      if requests.contains(where: { $0.light == light }) { continue }
      let next = send(.light(light, request.target.map { .wrote($0) } ?? .recorded))
      requests += next.requests
      outputs += next.outputs
    }
    return Outcome(before: outcome.after, after: state, outputs: outputs)
  }

  /// Sets a base level; throws the error if it is refused.
  @discardableResult
  func set(_ light: LightID, to level: Level, allowOff: Bool = false) throws(LevelError) -> Outcome {
    let outcome = send(.called(caller, .set([light], level, allowOff: allowOff, fade: nil), at: now))
    for case .failed(.level(_, let error)) in outcome.replies(caller) { throw error }
    return outcome
  }

  /// Changes the configuration of one light.
  @discardableResult
  func override(_ light: LightID, _ change: (inout LightOverride) -> Void) -> Outcome {
    var settings = state.settings
    change(&settings.overrides[light, default: LightOverride()])
    return send(.configured(settings))
  }
}

extension TargetRequest {
  /// Whether there is nothing to write, to check or to record.
  fileprivate var isNothing: Bool { target == nil && record == nil && expected == nil }
}
