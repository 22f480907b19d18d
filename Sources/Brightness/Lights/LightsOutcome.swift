/// What follows from something that happened to the lights.
public struct LightsOutcome: Hashable, Sendable {
  /// In the order of the lights' names.
  public var changes: [LightChange] = []
  /// Scenes that ended because the person took over, or because a base could not be recorded.
  public var cancelled: [ClaimOwner] = []
  /// Scenes that stand aside on a light that the person took over, covered ones too.
  public var yielded: [ClaimOwner] = []
  /// The light where they do, by the name that it has now.
  public var takenOver: LightID?
  /// Whether the person asked for a step that the light has not.
  public var atEnd = false
}

public struct LightChange: Hashable, Sendable {
  public let light: LightID
  public let view: LightView
  /// The step to write now. A newer order takes the place of an older one, whatever has become of that.
  public let order: Int?
  /// The step that was ordered, now or before, and has not been seen yet.
  public let unwritten: Int?
  /// The step that the light has to be seen to rest at before anything is recorded or written.
  public let expected: Int?

  init(_ state: LightState, order: Int?) {
    light = state.id
    view = state.view
    self.order = order
    unwritten = state.unwritten
    expected = state.expected
  }
}
