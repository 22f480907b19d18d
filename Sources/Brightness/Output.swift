import Model

/// Everything that the outside has to do after a turn, in this order, and whether all lights are at rest.
public struct Output: Sendable {
  /// Written before any light: after a crash the next daemon knows what is held.
  public var saves: [Save] = []
  public var requests: [(light: LightID, request: TargetRequest)] = []
  /// Lights whose writers read the level anew after a sleep.
  public var rereads: [LightID] = []
  /// Lights whose refused write is tried again.
  public var retries: [LightID] = []
  /// Monitors that were not read yet, whose writers are told anew whether to read them.
  public var asks: [(light: LightID, ask: Ask)] = []
  /// Why scenes ended by themselves. Others were removed by their program or with their session.
  public var endedScenes: [SceneKey: SceneEnd] = [:]
  public var messages: [Message] = []
  /// Saved after the notifications were sent: a repeated one after a crash is better than a lost one.
  public var savesAfter: [Save] = []
  /// Sessions that ended while their connections are open, which are closed once each call on them
  /// is answered.
  public var closing: [SessionID] = []
  /// Lights whose fault changed.
  public var faults: [LightID] = []
  public var isAtRest = true
}

/// Whether a monitor that was not read yet is read: nothing is sent to it before that.
public enum Ask: Equatable, Sendable {
  case no
  /// For a call, which is answered also if that fails.
  case once
  /// For a claim or a pending restore, which wait for it.
  case untilRead
}

public enum Save: Equatable, Sendable {
  case keep(SavedSession)
  case remove(SessionID)
}

/// A reply to the open call of a connection.
public struct Message: Equatable, Sendable {
  public let session: SessionID
  public let reply: Reply
  public internal(set) var isLast = true
}

public enum Reply: Equatable, Sendable {
  /// The lights of the scene show their targets, or will be brought there; a session was cancelled.
  case done
  case pushed(SceneID)
  /// The lights that were set, and why the others were not.
  case set([LightView], failed: [LightID: Fault])
  /// How many other sessions ended.
  case reset(Int)
  /// An update about a held scene.
  case scene(SceneID, SceneUpdate)
  case light(LightUpdate)
  /// The list of sessions may show other scenes.
  case sessions
  case failed(CallFailure)
}

/// Why a call cannot be carried out; the wording of each case is the server's.
public enum CallFailure: Error, Hashable, Sendable {
  case session(SessionError)
  case level(LightID, LevelError)
  /// The base level of a light could not be recorded, so nothing was written.
  case unrecorded(String)
  /// The call would have gone on, but its session was cancelled.
  case sessionEnded
  /// The call would have gone on, but another call came behind it, which would never have been
  /// answered.
  case overtaken
}

public struct LightUpdate: Hashable, Sendable {
  public let light: LightView
  public let cause: LightCause
  /// Counts the updates to this watcher, from 1 and without a gap.
  public let sequence: Int

  /// Whether it is a change, and not how the light stands when the watch begins or was when it was forgotten.
  public var isChange: Bool { cause != .initial && cause != .removed }
}
