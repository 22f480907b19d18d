/// State of an optional child: `@PresentationState var child: Child.State?`.
///
/// Copies share the child until one of them changes it, and copies that share it compare equal in
/// constant time.
@propertyWrapper
public struct PresentationState<State> {
  // An array of at most one element, because an array is copied on write, can be changed in place
  // while it has a single owner, and compares shared storage in constant time.
  //
  // Inlinable, so that a feature's module specializes what it does for each action
  // (`presented_send_ns` in `bench core`).
  @usableFromInline var storage: [State]
  /// A new one for each child that is presented; a change in place keeps it. Not part of `==`.
  @usableFromInline var stamp: UInt64

  @inlinable init(storage: [State], stamp: UInt64) {
    self.storage = storage
    self.stamp = stamp
  }

  /// Presents a child, or none.
  @inlinable public init(wrappedValue: State?) {
    self.init(storage: wrappedValue.map { [$0] } ?? [], stamp: nextStamp())
  }

  /// What an operator leaves in the state while it changes the child.
  @inlinable static var absent: Self { Self(storage: [], stamp: 0) }

  /// Changes the child in place; nil if there is none.
  @inlinable mutating func modifyIfPresent<Result>(_ body: (inout State) -> Result) -> Result? {
    storage.isEmpty ? nil : body(&storage[0])
  }

  /// The child. It can be changed in place.
  @inlinable public var wrappedValue: State? {
    get { storage.first }
    set { self = PresentationState(wrappedValue: newValue) }
    _modify {
      var child = storage.popLast()
      let wasPresenting = child != nil
      defer {
        if wasPresenting != (child != nil) { stamp = nextStamp() }
        // Without a child, the memory of the array is freed too.
        if let child { storage.append(child) } else { storage = [] }
      }
      yield &child
    }
  }

  /// The wrapper itself.
  ///
  /// The compiler reads it and writes it back, so a change through `$child` copies the child:
  /// prefer `child[case: .editor]`.
  @inlinable public var projectedValue: PresentationState {
    get { self }
    _modify { yield &self }
  }

  /// The payload of a case of the child, as `child[case: path]`.
  public subscript<Value>(case path: CasePath<State, Value>, fileID: String = #fileID, line: Int = #line) -> Value? {
    get { wrappedValue.flatMap(path.extract) }
    _modify { yield &wrappedValue[case: path, fileID, line] }
  }
}

extension PresentationState: Sendable where State: Sendable {}
extension PresentationState: Equatable where State: Equatable {
  public static func == (left: PresentationState, right: PresentationState) -> Bool { left.storage == right.storage }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try State?(from: decoder)) }
}

extension KeyedDecodingContainer {
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type,
    forKey key: Key
  ) throws -> PresentationState<State> {
    try decodeIfPresent(type, forKey: key) ?? PresentationState(wrappedValue: nil)
  }
}

/// An action of a child that may be absent.
public enum PresentationAction<Action> {
  /// The child is to go.
  case dismiss
  /// An action of the presented child.
  indirect case presented(Action)
}

extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Codable where Action: Codable {}

/// Lets generic code make case paths for `PresentationAction`.
public protocol _PresentationActionCases: SendableMetatype {
  /// The actions of the child.
  associatedtype Action

  /// The child is to go.
  static var dismiss: Self { get }
  /// An action of the child.
  static func presented(_ action: Action) -> Self

  /// The child's action, if this is one.
  var _presentedAction: Action? { get }
}

extension PresentationAction: _PresentationActionCases {
  public var _presentedAction: Action? {
    if case .presented(let action) = self { action } else { nil }
  }
}

extension CasePath where Root: _PresentationActionCases {
  /// The path to the dismissal.
  public static var dismiss: CasePath<Root, Void> {
    .init(Root.dismiss, name: "dismiss") { $0._presentedAction == nil }
  }

  /// The path to the child's actions.
  public static var presented: CasePath<Root, Root.Action> {
    .init(name: "presented", embed: { Root.presented($0) }, extract: { $0._presentedAction })
  }
}
