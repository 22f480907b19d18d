/// An enum whose cases have paths: `\.countdown.presented` leads to what the case `countdown` carries, and in that to `presented`.
///
/// The macro `@CasePathable` of the module `ComposableMacros` writes the conformance. By hand it is:
///
/// ```swift
/// extension Parent.Action: CasePathable {
///   struct AllCasePaths: Sendable {
///     var child: CasePath<Parent.Action, Child.Action> {
///       .init(embed: { .child($0) }, extract: { if case .child(let action) = $0 { action } else { nil } })
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
@dynamicMemberLookup
public protocol CasePathable {
  /// Has a `CasePath` for each case, under the name of the case.
  associatedtype AllCasePaths

  /// The paths to the cases.
  static var allCasePaths: AllCasePaths { get }
}

/// The name of a path to a case: `\.countdown.presented`.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<Root.AllCasePaths, CasePath<Root, Value>>

extension CasePath {
  /// The path that a name stands for.
  @inlinable public init(_ name: CaseKeyPath<Root, Value>) where Root: CasePathable {
    self = Root.allCasePaths[keyPath: name]
  }

  /// The path that goes on by the named case of this one's payload.
  @inlinable
  public subscript<Inner>(dynamicMember next: CaseKeyPath<Value, Inner>) -> CasePath<Root, Inner>
  where Value: CasePathable {
    appending(CasePath<Value, Inner>(next))
  }
}

extension CasePathable {
  /// The payload of a case; nil in another case.
  public subscript<Value>(case name: CaseKeyPath<Self, Value>) -> Value? { CasePath(name).extract(self) }

  /// The payload of a case by its name, `state.destination?.form`; nil in another case.
  public subscript<Value>(dynamicMember name: CaseKeyPath<Self, Value>) -> Value? { self[case: name] }

  /// Whether the value is in a case.
  public func `is`<Value>(_ name: CaseKeyPath<Self, Value>) -> Bool { CasePath(name).matches(self) }
}

extension Optional where Wrapped: CasePathable {
  /// The payload of a case: changed in place, and nil clears the optional.
  public subscript<Value>(
    case name: CaseKeyPath<Wrapped, Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Value? {
    get { self[case: CasePath(name)] }
    _modify { yield &self[case: CasePath(name), fileID, line] }
  }
}

extension PresentationState where State: CasePathable {
  /// The payload of a case of the child.
  public subscript<Value>(
    case name: CaseKeyPath<State, Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Value? {
    get { self[case: CasePath(name)] }
    _modify { yield &self[case: CasePath(name), fileID, line] }
  }
}

extension StackState where Element: CasePathable {
  /// The payload of the element with an id, if it is in a case: changed in place; nil removes the element.
  public subscript<Value>(
    id id: StackElementID,
    case name: CaseKeyPath<Element, Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Value? {
    get { self[id: id, case: CasePath(name)] }
    _modify { yield &self[id: id, case: CasePath(name), fileID, line] }
  }
}
