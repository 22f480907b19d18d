import BrightnessModel
import ComposableCore

/// What has to be done after a turn, in this order, and whether all lights are at rest.
public struct Output: Sendable {
  /// Written before any light: after a crash the next daemon knows what is held.
  public var saves: [Save] = []
  public var requests: [(light: LightID, request: TargetRequest)] = []
  /// Lights whose writers read the level again after a sleep.
  public var rereads: [LightID] = []
  /// Lights whose refused write is tried again.
  public var retries: [LightID] = []
  /// Unread monitors whose writers are told whether to read them.
  public var firstReadings: [(light: LightID, reading: FirstReading)] = []
  /// Why scenes ended by themselves. Others were removed by their program or with their session.
  public var endedScenes: [SceneKey: SceneEnd] = [:]
  public var messages: [Message] = []
  /// Saved after the notifications, since repeating one after a crash is better than losing it.
  public var savesAfter: [Save] = []
  /// Ended sessions whose connections are closed once their calls are answered.
  public var closing: [SessionID] = []
  /// How to read the light sensor from now on, if that has changed; the inner nil for not at all.
  public var sensorWatch: SensorWatch??
  /// To be saved before any light is written, if it has changed.
  public var ambientRecord: AmbientRecord?
  /// Lights whose fault changed.
  public var faults: [LightID] = []
  public var isAtRest = true
}

/// Whether to read an unread monitor, which gets no message before that.
public enum FirstReading: Equatable, Sendable {
  case no
  /// For a call, which is answered even if the reading fails.
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
  /// The reply to a scene whose lights show their targets or will be retried, and to a cancelled
  /// session.
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
  /// No light can follow the light in the room, since no sensor measures it.
  case noSensor(String)
  /// This light cannot follow.
  case notAutomatic(LightID, String)
  /// The base level of a light could not be recorded, so nothing was written.
  case unrecorded(String)
  /// The call would have stayed open, but its session was cancelled.
  case sessionEnded
  /// The call would have stayed open, and another call behind it would never have been answered.
  case nextCallArrived
}

public struct LightUpdate: Hashable, Sendable {
  public let light: LightView
  public let cause: LightCause
  /// The number of this update among those to this watcher: 1, 2, 3, and so on.
  public let sequence: Int

  /// Whether the light changed; false for its first update, and for the last one when it is
  /// forgotten.
  public var isChange: Bool { cause != .initial && cause != .removed }
}
