/// What a light lights.
public enum LightKind: String, Hashable, Sendable, CaseIterable {
  case panel, monitor, keyboard, indicator

  public var showsPicture: Bool { self == .panel || self == .monitor }
}
