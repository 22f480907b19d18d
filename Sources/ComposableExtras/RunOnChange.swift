public import Composable

extension Reducer {
  /// Runs an effect for as long as a value of the state is `target`: it begins when the value becomes that, and ends when it becomes another.
  ///
  /// ```swift
  /// Ticket()
  ///   .runOnChange(of: \.isShown, to: true) { _ in .hold(acquire: { light.turnOn() }, release: { light.turnOff() }) }
  /// ```
  ///
  /// It sees what `onChange(of:derive:)` sees; `rederive()` begins the effect anew.
  @inlinable public func runOnChange<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    to target: Value,
    _ effect: @escaping @Sendable (State) -> Effect<Action>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let id = DerivedEffectID(location: CodeLocation(fileID: fileID, line: line))
    return onChange(of: { value($0) == target }) { _, state in
      value(state) == target ? effect(state).cancellable(id: id, cancelInFlight: true) : .cancel(id: id)
    }
  }
}

/// The name of an effect that is derived at a place in the code: two such places never cancel each other.
@usableFromInline struct DerivedEffectID: Hashable, Sendable {
  @usableFromInline let location: CodeLocation

  @inlinable init(location: CodeLocation) {
    self.location = location
  }
}
