/// State that serves one action only, as an alert does: its child is gone after any action of its own.
public protocol EphemeralState {
  /// Whether the value at hand is of that kind: an enum may have cases that are and cases that are not.
  var isEphemeral: Bool { get }
}

extension EphemeralState {
  public var isEphemeral: Bool { true }
}

@usableFromInline typealias Ephemerality<Child> = @Sendable (Child) -> Bool

/// Reads whether a child is ephemeral; nil where children of that type never are.
@inlinable
func ephemerality<Child>(of type: Child.Type) -> Ephemerality<Child>? {
  guard type is any EphemeralState.Type else { return nil }
  return { child in (child as? any EphemeralState)?.isEphemeral ?? false }
}
