/// The state of a light, as clients see it.
public enum LightState: String, Hashable, Sendable, CaseIterable {
  /// Shows its base level.
  case free
  /// Shows what a claim asks for.
  case held
  /// Has yet to be returned to its base level.
  case restoring
  /// Cannot be written now.
  case unavailable
  /// A monitor whose level is not known: no client has asked for it yet, or it did not answer.
  case unread
}

/// Why a light changed, or why a watcher is notified.
public enum LightCause: String, Hashable, Sendable, CaseIterable {
  /// The watch began.
  case initial
  case set, hold
  /// It follows the light in the room.
  case ambient
  /// A claim ended, or stopped counting.
  case release
  /// A key, the device itself or another program changed it.
  case external
  case added
  /// It was disconnected, and stays listed for a claim or a pending restore.
  case disconnected
  /// It is no longer listed; this is its last state.
  case removed
  case resume
  /// A write that was under way ended, or failed.
  case restore
  case settings
  /// Another user's session became active at the seat.
  case seat
}

/// Events of a held scene.
public enum SceneEvent: String, Hashable, Codable, Sendable, CaseIterable {
  case holding, outranked, suspended, yielded, resumed, expired, cancelled
}
