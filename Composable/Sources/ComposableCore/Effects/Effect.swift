/// Work that a reducer asks for. The value only describes the work; the store starts and ends it.
public struct Effect<Action: Sendable>: Sendable {
  // Indirect, so that an effect is a single reference, whatever the size of the action. Most
  // effects are `none` and are passed through every level of the tree.
  @usableFromInline indirect enum Kind: Sendable {
    case none
    case send(Action)
    case work(Work<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(ErasedID)
    case cancellable(Effect, ErasedID, cancelInFlight: Bool)
    case throttle(Effect, Throttle)
    case mounted(Effect, at: MountedChild, dismissal: Action?)
  }

  @usableFromInline let kind: Kind

  @inlinable init(_ kind: Kind) {
    self.kind = kind
  }

  /// No effect.
  @inlinable public static var none: Self { Self(.none) }

  /// Sends an action in the same turn, after those that are already queued.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  @inlinable var isNone: Bool { if case .none = kind { true } else { false } }
}

extension Effect {
  /// Begins the effects in this order, and lets them live side by side:
  /// `.merge(.send(.opened), .run { _ in await log.write("opened") })`.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Begins the effects in this order, and lets them live side by side.
  public static func merge(_ effects: some Sequence<Self>) -> Self { joined(effects, as: Kind.merge) }

  /// Begins each effect when the one before it has ended:
  /// `.concatenate(.cancel(id: Load()), .send(.closed))`.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Begins each effect when the one before it has ended.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self { joined(effects, as: Kind.concatenate) }

  /// Lets this effect and another live side by side.
  @inlinable public func merge(with other: Self) -> Self {
    if isNone { return other }
    return other.isNone ? self : joined(with: other)
  }

  @usableFromInline func joined(with other: Self) -> Self { Self(.merge([self, other])) }

  /// Begins another effect when this one has ended.
  public func concatenate(with other: Self) -> Self { .concatenate([self, other]) }

  private static func joined(_ effects: some Sequence<Self>, as kind: ([Self]) -> Kind) -> Self {
    let effects = effects.filter { !$0.isNone }
    return effects.count > 1 ? Self(kind(effects)) : effects.first ?? .none
  }

  /// Turns this effect's actions into another feature's: `child.load().map { .child($0) }`.
  ///
  /// `transform` runs with the dependencies that were current where it was passed.
  public func map<Mapped: Sendable>(_ transform: @escaping @Sendable (Action) -> Mapped) -> Effect<Mapped> {
    if isNone { return .none }
    let dependencies = DependencyValues.current.kept
    return embedded { action in
      DependencyValues.$current.withValue(dependencies) { transform(action) }
    }
  }

  /// `map` for functions that read no dependency.
  @inlinable func embedded<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    isNone ? .none : embeddedSome(embed)
  }

  @usableFromInline
  func embeddedSome<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    switch kind {
    case .none: .none
    case .send(let action): .send(embed(action))
    case .work(let work): Effect<Parent>(.work(work.embedded(embed)))
    case .merge(let effects): Effect<Parent>(.merge(effects.map { $0.embedded(embed) }))
    case .concatenate(let effects): Effect<Parent>(.concatenate(effects.map { $0.embedded(embed) }))
    case .cancel(let id): Effect<Parent>(.cancel(id))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect<Parent>(.cancellable(effect.embedded(embed), id, cancelInFlight: cancelInFlight))
    case .throttle(let effect, let throttle): Effect<Parent>(.throttle(effect.embedded(embed), throttle))
    case .mounted(let effect, let child, let dismissal):
      Effect<Parent>(.mounted(effect.embedded(embed), at: child, dismissal: dismissal.map(embed)))
    }
  }

  @usableFromInline func mounted<Parent: Sendable>(
    at child: MountedChild,
    embed: @escaping @Sendable (Action) -> Parent,
    dismissal: Parent?
  ) -> Effect<Parent> {
    Effect<Parent>(.mounted(embedded(embed), at: child, dismissal: dismissal))
  }
}

extension Effect {
  /// Begins the effect after a quiet time. Another one with the same id that comes meanwhile
  /// replaces it.
  ///
  /// ```swift
  /// return .run { send in await send(.titlesFound(search.titles(query))) }
  ///   .debounce(id: Query(), for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// The id also cancels the effect, while it waits and while it lives.
  public func debounce(id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>) -> Self {
    if isNone { return .none }
    let wait = Self.run { _ in try await clock.sleep(for: duration) }
    return .concatenate(wait, self).cancellable(id: id, cancelInFlight: true)
  }

  /// Begins at most one effect with that id in a window of time: the first at once, and one of
  /// those that came meanwhile at the window's end.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return .send(.offsetSaved(offset)).throttle(id: Scroll(), for: .seconds(1), clock: clock, latest: true)
  /// ```
  ///
  /// The window belongs to the place in the tree, not to the effect that opened it: it stays open
  /// when that is cancelled. An effect that waits for the window's end belongs to the send that has
  /// returned it, like one that has begun.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration>,
    latest: Bool
  ) -> Self {
    let wait: @Sendable () async throws -> Void = { try await clock.sleep(for: duration) }
    return isNone ? .none : Self(.throttle(self, Throttle(id: ErasedID(id), takesLatest: latest, wait: wait)))
  }
}

/// How often effects with one id may begin.
@usableFromInline struct Throttle: Sendable {
  let id: ErasedID
  /// Whether the latest or the earliest of those that wait begins at the window's end.
  let takesLatest: Bool
  let wait: @Sendable () async throws -> Void
}
