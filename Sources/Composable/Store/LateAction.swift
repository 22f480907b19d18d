extension StoreCore {
  /// What is said about an action from an effect that is over.
  func lateAction(_ action: Action, startedBy origin: Action?, at location: CodeLocation) -> String {
    """
    an action was sent from an effect that is over; the effect was written at \(location).

      action: \(caseName(of: action))
      the effect was started by: \(origin.map { caseName(of: $0) } ?? "a derivation from state")

    The action is dropped. An effect's "send" must not be kept beyond the effect: wait in its operation for all work that uses it.
    """
  }
}
