public import ComposableCore
public import Observation

/// A store as an `@Observable` model of a user interface: `model.count` is the state's `count`, and
/// what reads it is told when that part changes.
@MainActor @dynamicMemberLookup public final class ObservedStore<State: Sendable, Action: Sendable>: Observable {
  /// The store that is observed.
  public let store: Store<State, Action>

  private let registrar = ObservationRegistrar()
  private var observations: [PartialKeyPath<State>: ObserveToken] = [:]

  /// Observes a store that lives on the main actor.
  public init(_ store: Store<State, Action>) {
    self.store = store
  }

  /// A part of the state. From the first reading on, each turn compares it once.
  public subscript<Part: Equatable & Sendable>(dynamicMember part: any KeyPath<State, Part> & Sendable) -> Part {
    if observations[part] == nil {
      // The first call comes at once, before anyone is registered.
      observations[part] = store.observe(of: { $0[keyPath: part] }) { [weak self] _ in
        MainActor.assumeIsolated { self?.reportChange(of: part) }
      }
    }
    registrar.access(self, keyPath: \.[dynamicMember: part])
    return store.state[keyPath: part]
  }

  private func reportChange<Part: Equatable & Sendable>(of part: any KeyPath<State, Part> & Sendable) {
    registrar.withMutation(of: self, keyPath: \.[dynamicMember: part]) {}
  }

  /// Sends an action to the store.
  @discardableResult public func send(_ action: Action) -> StoreTask { store.send(action) }
}
