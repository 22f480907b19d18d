/// A part of another store, made by `scope`.
protocol StorePart<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  var state: State { get }
  func send(_ action: Action) -> StoreTask
  func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation
}
