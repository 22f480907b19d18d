extension Effect {
  /// Gives the effect a name by which it can be cancelled, from its own place in the tree and from every place above.
  ///
  /// With `cancelInFlight`, effects of that name that already live at this place or below it end when this one begins.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone ? .none : Self(.cancellable(self, ErasedID(id), cancelInFlight: cancelInFlight))
  }

  /// Ends every effect of that name at this place in the tree and below it, also one that has not run yet.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(ErasedID(id)))
  }
}
