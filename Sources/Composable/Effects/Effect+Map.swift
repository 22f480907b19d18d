extension Effect {
  /// Turns this effect's actions into another feature's; `transform` sees the dependencies of the place where it was written.
  public func map<Mapped: Sendable>(_ transform: @escaping @Sendable (Action) -> Mapped) -> Effect<Mapped> {
    let dependencies = DependencyValues.current
    return embedded { action in
      DependencyValues.$current.withValue(dependencies) { transform(action) }
    }
  }

  /// `map` for functions that read no dependency.
  @inlinable
  func embedded<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    isNone ? .none : embeddedSome(embed)
  }

  /// The effect of a child, at the child's place.
  @usableFromInline
  func mounted<Parent: Sendable>(
    at child: MountedChild,
    embed: @escaping @Sendable (Action) -> Parent,
    dismissal: Parent?
  ) -> Effect<Parent> {
    Effect<Parent>(.mounted(embedded(embed), at: child, dismissal: dismissal))
  }

  @usableFromInline
  func embeddedSome<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    switch kind {
    case nil: .none
    case .send(let action): .send(embed(action))
    case .run(let operation): Effect<Parent>(.run(operation.embedded(embed)))
    case .hold(let operation): Effect<Parent>(.hold(operation.embedded(embed)))
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
}
