public import Composable

extension Reducer {
  /// Runs an effect for as long as a value of the state is `target`: it begins when the value
  /// becomes that, and ends when it becomes another.
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
    let location = CodeLocation(fileID: fileID, line: line)
    return onNumberedChange(of: { value($0) == target }) { number, state in
      let id = DerivedEffectID(location: location, number: number)
      return value(state) == target ? effect(state).cancellable(id: id, cancelInFlight: true) : .cancel(id: id)
    }
  }
}

/// The name of a derived effect: two uses of an operator never cancel each other, also where one
/// line of code makes both.
@usableFromInline struct DerivedEffectID: Hashable, Sendable {
  // A number is unique in a store's tree only: a tree that is made for one action begins anew.
  @usableFromInline let location: CodeLocation
  @usableFromInline let number: Int

  @inlinable init(location: CodeLocation, number: Int) {
    (self.location, self.number) = (location, number)
  }
}
