/// State of a child that may be there or not: `@PresentationState var child: Child.State?`.
///
/// Copies share the child until one of them changes it, and copies that share it are compared without looking at it.
@propertyWrapper
public struct PresentationState<State> {
  // An array of at most one element: it shares, is changed in place while held once, and compares shared storage at once.
  private var storage: [State]

  /// A child that may be there or not.
  public init(wrappedValue: State?) {
    storage = wrappedValue.map { [$0] } ?? []
  }

  /// The child, changed in place.
  public var wrappedValue: State? {
    get { storage.first }
    _modify {
      var child = storage.popLast()
      defer { if let child { storage.append(child) } else { storage = [] } }
      yield &child
    }
  }

  /// The wrapper, for access to cases of the child: `$child[case: .editor]`.
  public var projectedValue: PresentationState {
    // With `get`, what the compiler makes of `$child` would be read and written back, and each change would copy the child.
    _read { yield self }
    _modify { yield &self }
  }

  /// The payload of a case of the child: changed in place, and nil dismisses the child. Assigning while the child is in
  /// another case is reported and changes nothing.
  public subscript<Value>(
    case path: CasePath<State, Value>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value? {
    get { wrappedValue.flatMap(path.extract) }
    _modify {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &wrappedValue[payloadOf: path, location]
    }
  }
}

extension PresentationState: Sendable where State: Sendable {}
extension PresentationState: Equatable where State: Equatable {}
extension PresentationState: Hashable where State: Hashable {}
