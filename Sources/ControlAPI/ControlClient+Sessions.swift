import Varlink

extension ControlClient {
  /// Pushes a scene on this connection's stack: its number. It has not appeared yet.
  public func push(_ scene: SessionsInterface.SceneRequest) async throws(ControlError) -> Int {
    try await call(SessionsInterface.Push(scene: scene)).scene
  }

  /// Lets a scene appear, and waits until its claims are in force and written, or owed.
  public func onAppear(_ scene: Int) async throws(ControlError) {
    _ = try await call(SessionsInterface.OnAppear(scene: scene))
  }

  /// Lets a scene disappear.
  public func onDisappear(_ scene: Int) async throws(ControlError) {
    _ = try await call(SessionsInterface.OnDisappear(scene: scene))
  }

  /// Removes a scene and everything above it.
  public func popFrom(_ scene: Int) async throws(ControlError) {
    _ = try await call(SessionsInterface.PopFrom(scene: scene))
  }

  /// Pushes a scene that appears at once, and tells what becomes of it until it ends.
  public func hold(_ scene: SessionsInterface.SceneRequest) -> ControlReplies<SessionsInterface.Hold> {
    replies(to: SessionsInterface.Hold(scene: scene))
  }

  /// Who is connected, and which scenes they have.
  public func sessions() async throws(ControlError) -> [SessionsInterface.Session] {
    try await call(SessionsInterface.List()).sessions
  }

  /// Ends a session.
  public func cancel(_ session: Int) async throws(ControlError) {
    _ = try await call(SessionsInterface.Cancel(session: session))
  }

  /// Ends the caller's sessions, or everybody's, and tells how many others ended.
  @discardableResult
  public func reset(all: Bool? = nil) async throws(ControlError) -> Int {
    try await call(SessionsInterface.Reset(all: all)).sessions
  }
}
