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

  /// Whether the child is there.
  @usableFromInline var isPresenting: Bool { !storage.isEmpty }

  /// The child, changed in place.
  public var wrappedValue: State? {
    get { storage.first }
    _modify {
      var child = storage.popLast()
      defer { if let child { storage.append(child) } else { storage = [] } }
      yield &child
    }
  }

  /// The wrapper itself.
  ///
  /// The compiler reads it and writes it back, so a change through `$child` copies the child: prefer `child[case: .editor]`.
  public var projectedValue: PresentationState {
    get { self }
    _modify { yield &self }
  }

  /// The payload of a case of the child, as `child[case: path]`.
  public subscript<Value>(
    case path: CasePath<State, Value>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value? {
    get { wrappedValue.flatMap(path.extract) }
    _modify { yield &wrappedValue[case: path, fileID, filePath, line, column] }
  }
}

extension PresentationState: Sendable where State: Sendable {}
extension PresentationState: Equatable where State: Equatable {}
extension PresentationState: Hashable where State: Hashable {}
