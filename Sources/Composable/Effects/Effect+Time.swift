extension Effect {
  /// Begins the effect after a quiet time: one that comes meanwhile under the same name takes its place.
  ///
  /// ```swift
  /// return .run { send in await send(.titlesFound(search.titles(query))) }
  ///   .debounce(id: Query(), for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// The name is also one to cancel it by, while it waits and while it lives.
  public func debounce(id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>) -> Self {
    if isNone { return .none }
    let wait = Self.run { _ in try await clock.sleep(for: duration) }
    return .concatenate(wait, self).cancellable(id: id, cancelInFlight: true)
  }

  /// Begins at most one effect of that name in a window of time: the first at once, and one of those that came meanwhile at the window's end.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return .send(.offsetSaved(offset)).throttle(id: Scroll(), for: .seconds(1), clock: clock, latest: true)
  /// ```
  ///
  /// The window belongs to the place in the tree, not to the effect that opened it: it stays open when that is cancelled. An effect that waits for
  /// the window's end belongs to the send that asked for it, like one that has begun.
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

/// How often effects of one name may begin.
@usableFromInline struct Throttle: Sendable {
  let id: ErasedID
  /// Whether the latest or the earliest of those that wait begins at the window's end.
  let takesLatest: Bool
  let wait: @Sendable () async throws -> Void
}
