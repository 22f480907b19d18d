extension Effect {
  /// Begins the effect after a quiet time: one that comes meanwhile under the same name takes its place.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration>
  ) -> Self {
    let wait = Self.run { _ in try await clock.sleep(for: duration) }
    return .concatenate(wait, self).cancellable(id: id, cancelInFlight: true)
  }

  /// Begins at most one effect of that name in a window of time: the first at once, and one of those that came meanwhile at the window's end.
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
struct Throttle: Sendable {
  let id: ErasedID
  /// Whether the latest or the earliest of those that wait begins at the window's end.
  let takesLatest: Bool
  /// Suspends for one window.
  let wait: @Sendable () async throws -> Void
}
