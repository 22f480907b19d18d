import Varlink

extension ControlClient {
  /// The lights of the machine.
  public func lights() async throws(ControlError) -> [LightsInterface.Light] {
    try await call(LightsInterface.List()).lights
  }

  /// One light; without a name the panel, or else the only one that shows a picture.
  public func light(_ light: String? = nil) async throws(ControlError) -> LightsInterface.Light {
    try await call(LightsInterface.Get(light: light)).light
  }

  /// Moves the base of a light, or of everything that shows a picture, and tells how they stand when it is written.
  @discardableResult
  public func set(
    _ level: LightsInterface.Level,
    of light: String? = nil,
    fade: Duration? = nil,
    allowOff: Bool? = nil
  ) async throws(ControlError) -> [LightsInterface.Light] {
    try await call(LightsInterface.Set(light: light, level: level, fade: fade, allowOff: allowOff)).lights
  }

  /// Each light as it is, and then each change.
  public func watch(_ light: String? = nil) -> ControlReplies<LightsInterface.Watch> {
    replies(to: LightsInterface.Watch(light: light))
  }
}
