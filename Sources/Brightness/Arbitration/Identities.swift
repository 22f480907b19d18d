/// A light's name that survives a restart: its subsystem and kernel name.
public struct LightID: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

public struct SessionID: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }
}

public struct SceneID: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }
}

/// Whose a claim is.
public struct ClaimOwner: Hashable, Sendable {
  public let session: SessionID
  public let scene: SceneID

  public init(session: SessionID, scene: SceneID) {
    self.session = session
    self.scene = scene
  }
}
