import BrightnessModel

/// Whether a light follows the light in the room, as clients see it.
public enum AutomaticState: Hashable, Sendable {
  case off, on
  case paused(AmbientPause)
  /// It is on, and there are no readings of the sensor.
  case withoutReadings

  init(_ mode: FollowerRecord.Mode, hasReadings: Bool) {
    self =
      switch mode {
      case .off: .off
      case .paused(let pause): .paused(pause)
      case .on: hasReadings ? .on : .withoutReadings
      }
  }
}

extension Core.State {
  public func automaticState(of light: LightID) -> AutomaticState {
    followingView(of: light).map { AutomaticState($0.mode, hasReadings: ambient.sensor.hasReadings) } ?? .off
  }

  /// The lights for which this is not what clients were told last.
  mutating func takeChangedAutomaticStates() -> [LightID] {
    if ambient.followers.isEmpty, ambient.shownStates.isEmpty { return [] }
    let states = Dictionary(uniqueKeysWithValues: ambient.followers.keys.map { ($0, automaticState(of: $0)) })
      .filter { $1 != .off }
    let former = ambient.shownStates
    if states == former { return [] }
    ambient.shownStates = states
    return Set(states.keys).union(former.keys).filter { states[$0] != former[$0] }.sorted()
  }
}

extension Ambient.SensorState {
  /// Whether readings come, as far as is known.
  fileprivate var hasReadings: Bool {
    switch self {
    case .unknown, .working: true
    case .missing, .covered, .failing: false
    }
  }
}
