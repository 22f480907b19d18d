/// A rule for the level of one or more lights.
public struct Claim: Hashable, Codable, Sendable {
  public var selector: LightSelector
  public var rule: Rule

  public init(_ rule: Rule, of selector: LightSelector = .picture) {
    self.selector = selector
    self.rule = rule
  }
}

/// The rule of a claim: computes a share from the one that the claims before it give.
public enum Rule: Hashable, Codable, Sendable {
  case exactly(Share)
  case atLeast(Share)
  case atMost(Share)
  case scaled(Share)

  /// The same rule. A limit that allows only a single level becomes `exactly` that level.
  public var reduced: Rule {
    switch self {
    case .atLeast(.all): .exactly(.all)
    case .atMost(.nothing): .exactly(.nothing)
    default: self
    }
  }
}

/// The lights that a claim is for, including lights connected later.
public enum LightSelector: Hashable, Codable, Sendable {
  case light(LightID)
  case kind(LightKind)
  /// All screens.
  case picture

  public func covers(_ light: LightID, kind: LightKind) -> Bool {
    switch self {
    case .light(let id): id == light || id.visible == light.visible
    case .kind(let wanted): wanted == kind
    case .picture: kind.showsPicture
    }
  }
}

/// Order of claims: those of a higher priority are applied after those of a lower one.
public enum Priority: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
  case low, normal, high

  public static func < (left: Priority, right: Priority) -> Bool { left.order < right.order }

  private var order: Int {
    switch self {
    case .low: 0
    case .normal: 1
    case .high: 2
    }
  }
}

/// Effect on a claim when the user changes its light.
public enum ChangePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// The claim does not count on that light until its scene appears again.
  case yield
  /// The base becomes the new level; the claim still counts.
  case rebase
  case cancel
}
