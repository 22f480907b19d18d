public import ComposableCore

extension Reducer {
  /// Runs an effect while a value of the state equals `target`: starts it when the value becomes
  /// `target`, and ends it when the value changes again.
  ///
  /// ```swift
  /// Ticket()
  ///   .runOnChange(of: \.isShown, to: true) { _ in .hold(acquire: { light.turnOn() }, release: { light.turnOff() }) }
  /// ```
  ///
  /// Notices the same changes as `onChange(of:derive:)`, and begins with a feature that mounts with
  /// that value.
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

/// Identifies a derived effect, so that two uses of an operator never cancel each other, even if
/// the same line of code makes both.
@usableFromInline struct DerivedEffectID: Hashable, Sendable {
  // A number is unique only within a tree of reducers; a tree that is made for one action counts
  // from the start.
  @usableFromInline let location: CodeLocation
  @usableFromInline let number: Int

  @inlinable init(location: CodeLocation, number: Int) {
    self.location = location
    self.number = number
  }
}
