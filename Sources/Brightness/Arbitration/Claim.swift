/// One wish for one or more lights.
public struct Claim: Hashable, Sendable {
  public var selector: LightSelector
  public var wish: Wish

  public init(_ wish: Wish, of selector: LightSelector = .picture) {
    self.selector = selector
    self.wish = wish
  }
}

/// A rule and a level: what a claim does to the share that it finds.
public enum Wish: Hashable, Sendable {
  case exactly(Share)
  case atLeast(Share)
  case atMost(Share)
  case scaled(Share)

  /// The same, where a limit that leaves a single level is that level.
  var reduced: Wish {
    switch self {
    case .atLeast(.all): .exactly(.all)
    case .atMost(.nothing): .exactly(.nothing)
    default: self
    }
  }
}

/// Which lights a claim is for, those to come included.
public enum LightSelector: Hashable, Sendable {
  case light(LightID)
  case kind(LightKind)
  /// Everything that shows a picture.
  case picture

  public func covers(_ light: LightID, kind: LightKind) -> Bool {
    switch self {
    case .light(let id): id == light
    case .kind(let wanted): wanted == kind
    case .picture: kind.showsPicture
    }
  }
}

public enum Priority: UInt8, Hashable, Sendable, CaseIterable, Comparable {
  case low, normal, high

  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

/// What happens to a claim when the person changes the light meanwhile.
public enum ChangePolicy: Hashable, Sendable, CaseIterable {
  /// The claim stands aside on that light until its scene appears again.
  case yield
  /// The base moves and the claim stays.
  case rebase
  /// The scene ends.
  case cancel
}
