public import ComposableCore

/// Actions with a case for changes of single properties, as the controls of a form make them.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
/// }
/// ```
public protocol BindableAction<State>: Sendable {
  /// The state whose properties change.
  associatedtype State: Sendable

  /// The action for a change.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The change, if this is one. `@CasePathable` writes it for a case `binding`.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The action that sets a property: `store.send(.set(\.name, "Ada"))`.
  public static func set<Value: Equatable & Sendable>(
    _ property: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self { .binding(.set(property, value)) }
}

/// A change of one property of a state. Two are equal if they set one property to equal values.
public struct BindingAction<State: Sendable>: Sendable, Equatable {
  /// The property.
  public let keyPath: any PartialKeyPath<State> & Sendable
  let value: any Equatable & Sendable
  let set: @Sendable (inout State) -> Void

  /// The change that sets a property to a value.
  public static func set<Value: Equatable & Sendable>(
    _ property: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(keyPath: property, value: value) { state in state[keyPath: property] = value }
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.keyPath == right.keyPath && left.value.equals(right.value)
  }

  /// Lets `switch` ask which property was changed: `case .binding(\.name):`.
  public static func ~= (property: PartialKeyPath<State>, action: Self) -> Bool { property == action.keyPath }
}

extension BindingAction: DescribedAsText {
  package var descriptiveText: String { ".set(\(keyPath), \(describe(value)))" }
}

extension CasePath {
  /// The path to the changes of a property: `\.binding.name`.
  public subscript<State, Property: Equatable & Sendable>(
    dynamicMember property: any WritableKeyPath<State, Property> & Sendable
  ) -> CasePath<Root, Property> where Value == BindingAction<State> {
    appending(
      CasePath<Value, Property>(
        name: "\(property)".split(separator: ".").last.map(String.init),
        embed: { .set(property, $0) },
        extract: { $0.keyPath == property ? $0.value as? Property : nil }
      )
    )
  }
}

/// Changes the properties that binding actions set.
///
/// It stands before the reducers that respond to a change:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
public struct BindingReducer<State: Sendable, Action: BindableAction<State>>: Reducer {
  /// Makes the reducer.
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action.binding?.set(&state)
    return .none
  }
}
