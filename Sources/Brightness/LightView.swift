import BrightnessModel

/// Counts changes of a light by one source that no client of ours asked for.
public struct ExternalChanges: Hashable, Sendable {
  public internal(set) var count: Int
  public internal(set) var last: Moment
}

public struct LightView: Hashable, Identifiable, Sendable {
  public internal(set) var id: LightID
  public let kind: LightKind
  public let range: LightRange
  public let base: Base
  /// The level that the light shows or is moving to.
  public let target: Setting
  /// The scene whose claim decides; nil if the light shows its base level.
  public let decider: SceneKey?
  public let state: LightState
  /// What is wrong with the light, even if it shows its target.
  public internal(set) var reason: String?
  public internal(set) var cause = LightCause.initial
  /// The peer whose call caused it, or whose session ended.
  public internal(set) var author: Peer?
  /// The number of this change, counted over all lights.
  public internal(set) var change = 0

  /// The light as it is now. The caller adds the reason, and what it knows of the last change.
  init(_ light: Light, _ kind: LightKind, _ base: RecordedBase, _ verdict: Verdict) {
    id = light.id
    self.kind = kind
    range = base.range
    self.base = base.base
    target = light.target(verdict)
    decider = verdict.decider
    state = light.state(decider: verdict.decider)
  }

  /// Whether the level, its range and its decider are the same. A different reason does not count.
  func hasSameLevel(as other: LightView?) -> Bool {
    guard var copy = other else { return false }
    copy.reason = reason
    copy.cause = cause
    copy.author = author
    copy.change = change
    return copy == self
  }
}

/// What is wrong with a light. Only with `uncleared` does it still show its target.
public struct Fault: Hashable, Codable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable {
    /// A read or a write failed; the writer retries as its retry policy says.
    case refused
    /// A monitor sleeps; it is written when it wakes up.
    case asleep
    /// The light is restored, but its record could not be cleared.
    case uncleared
    /// A system call does not return.
    case hangs
    case disconnected
  }

  public let kind: Kind
  public let reason: String
  /// Whether logind refused because the user's session is not active; the seat's next event
  /// retries.
  public let isForSession: Bool

  public init(_ kind: Kind, _ reason: String, isForSession: Bool = false) {
    self.kind = kind
    self.reason = reason
    self.isForSession = isForSession
  }

  public static let hangs = Fault(.hangs, "its driver does not answer")
  public static let busHangs = Fault(.hangs, "its bus does not answer")
  public static let disconnected = Fault(.disconnected, "it is not connected")
  static let hasNoSteps = Fault(.refused, "it has no brightness steps")

  /// Whether the light can neither be read nor written now.
  var isRefusal: Bool { kind == .refused || kind == .asleep }

  /// Whether the light may not show its target.
  public var preventsTarget: Bool { kind != .uncleared }
}
