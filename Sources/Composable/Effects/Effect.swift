/// Work that a reducer asks for: a value that describes it and does nothing by itself; the store begins it, and ends it.
public struct Effect<Action: Sendable>: Sendable {
  enum Kind: Sendable {
    case send(Action)
    case run(RunOperation<Action>)
    case hold(HoldOperation<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(ErasedID)
    case cancellable(Effect, ErasedID, cancelInFlight: Bool)
    case throttle(Effect, Throttle)
    case mounted(Effect, at: MountedChild, dismissal: Action?)
  }

  @usableFromInline
  final class Box: Sendable {
    let kind: Kind

    init(_ kind: Kind) {
      self.kind = kind
    }
  }

  // One reference, whatever the action's size: most effects are none, and pass through every level of the tree.
  @usableFromInline let box: Box?

  init(_ kind: Kind) {
    box = Box(kind)
  }

  @inlinable
  init() {
    box = nil
  }

  /// What is to be done; nil for nothing.
  var kind: Kind? { box?.kind }

  /// Nothing to do.
  @inlinable
  public static var none: Self { Self() }

  /// Sends an action at once, behind those that already wait.
  public static func send(_ action: Action) -> Self {
    Self(.send(action))
  }

  @inlinable
  var isNone: Bool { box == nil }
}

extension Effect {
  /// Begins the effects in this order, and lets them live side by side.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Begins the effects in this order, and lets them live side by side.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    joined(effects, as: Kind.merge)
  }

  /// Begins each effect when the one before it has ended.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Begins each effect when the one before it has ended.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    joined(effects, as: Kind.concatenate)
  }

  /// Begins `other` beside this effect.
  @inlinable
  public func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return joined(with: other)
  }

  @usableFromInline
  func joined(with other: Self) -> Self {
    Self(.merge([self, other]))
  }

  /// Begins `other` when this effect has ended.
  public func concatenate(with other: Self) -> Self {
    .concatenate([self, other])
  }

  private static func joined(_ effects: some Sequence<Self>, as kind: ([Self]) -> Kind) -> Self {
    let effects = effects.filter { !$0.isNone }
    return effects.count > 1 ? Self(kind(effects)) : effects.first ?? .none
  }
}
