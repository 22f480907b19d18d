/// The number of a session; never used again by another one.
public struct SessionID: Hashable, Codable, Sendable, Comparable {
  /// The highest number that a record may have; new numbers above it never overflow.
  public static let highestRecorded = 1 << 52

  public let number: Int

  public init(_ number: Int) { self.number = number }

  public static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// The number of a scene within its session; never used again by another one.
public struct SceneID: Hashable, Codable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}

/// The scene that a claim belongs to.
public struct SceneKey: Hashable, Codable, Sendable {
  public let session: SessionID
  public let scene: SceneID

  public init(session: SessionID, scene: SceneID) {
    self.session = session
    self.scene = scene
  }
}
