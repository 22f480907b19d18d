/// What follows from something that happened to the lights.
public struct LightsOutcome: Hashable, Sendable {
  /// In the order of the lights' names.
  public var changes: [LightChange] = []
  /// Scenes that ended because the person took over.
  public var cancelled: [ClaimOwner] = []
  /// Scenes that stand aside on the light that the person took over.
  public var yielded: [ClaimOwner] = []
  /// Whether the person asked for a step that the light has not.
  public var atEnd = false
}

public struct LightChange: Hashable, Sendable {
  public let light: LightID
  public let view: LightView
  /// The step to write now. A newer order takes the place of an older one, whatever has become of that.
  public let order: Int?
}
