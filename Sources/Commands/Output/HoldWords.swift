import BrightnessControl
import BrightnessModel

/// The state of a hold, in the words of the tables. JSON and the interface say `deciding` and
/// `outranked`.
package enum HoldState: String {
  case inEffect = "in effect"
  case overruled, waiting, suspended, yielded
  /// The claim allows the level that the light shows anyway.
  case idle
}

extension SessionsInterface.SceneEvent {
  /// The event in the words of the tables.
  package var word: String { self == .outranked ? HoldState.overruled.rawValue : rawValue }
}
