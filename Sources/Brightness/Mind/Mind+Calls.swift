import Composable

/// What a client asks for becomes an action here, or is refused with nothing changed.
extension Mind.State {
  /// A client pushes a scene; it will have the number that its session gives as `nextScene`.
  public func pushing(_ scene: SceneRequest, on session: SessionID) throws(SessionError) -> Mind.Action {
    try self.session(session).checkRoom()
    return .session(.element(id: session, action: .pushed(scene)))
  }

  /// Something happened to a scene that its client names.
  public func action(of owner: ClaimOwner, _ action: Scene.Action) throws(SessionError) -> Mind.Action {
    .session(.element(id: owner.session, action: .scenes(.element(id: try element(of: owner), action: action))))
  }

  /// A client removes a scene and everything above it.
  public func popping(from owner: ClaimOwner) throws(SessionError) -> Mind.Action {
    .session(.element(id: owner.session, action: .scenes(.popFrom(id: try element(of: owner)))))
  }

  /// Somebody cancels a session.
  public func cancelling(_ session: SessionID, by peer: Peer) throws(SessionError) -> Mind.Action {
    .sessionEnded(try self.session(session).id, .cancelled(by: peer))
  }

  private func session(_ id: SessionID) throws(SessionError) -> Session.State {
    guard let session = sessions[id: id] else { throw .noSuchSession(id) }
    return session
  }

  private func element(of owner: ClaimOwner) throws(SessionError) -> StackElementID {
    guard let element = try session(owner.session).element(of: owner.scene) else { throw .noSuchScene(owner.scene) }
    return element
  }
}
