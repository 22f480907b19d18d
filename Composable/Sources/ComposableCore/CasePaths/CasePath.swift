/// One case of an enum: how to embed a payload in it, `path.embed(payload)`, and how to extract it,
/// `path.extract(root)`.
///
/// A path is written once, as a static member of `CasePath` for its root, and is then spelled like
/// the case itself, at any depth: `.child`, `.child.tapped`. No macro is needed, and the compiler
/// checks each step:
///
///     extension CasePath where Root == Parent.Action {
///       static var child: CasePath<Root, Child.Action> {
///         .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
///       }
///       static var closed: CasePath<Root, Void> {
///         .init(.closed) { if case .closed = $0 { true } else { false } }
///       }
///     }
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  /// Embeds a payload in the case.
  public let embed: @Sendable (Value) -> Root
  /// Extracts the payload; nil for a root in another case.
  public let extract: @Sendable (Root) -> Value?
  /// The case, for messages: `loaded.success`; nil if the path was made without it.
  // Not "name": it would hide a property of that name in a path to one, `\.binding.name`.
  public let caseName: String?

  /// Makes a path from its two functions. The macro `@CasePathable` adds the name of the case, for
  /// messages.
  @inlinable public init(
    name: String? = nil,
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
    caseName = name
  }

  /// Makes the path to a case without a payload.
  @inlinable public init(
    _ root: @autoclosure @escaping @Sendable () -> Root,
    name: String? = nil,
    matches: @escaping @Sendable (Root) -> Bool
  ) where Value == Void {
    self.init(name: name, embed: { root() }, extract: { matches($0) ? () : nil })
  }

  /// Extends the path by one into its payload.
  @inlinable public func appending<Inner>(_ path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>(
      name: joined(caseName, path.caseName),
      embed: { embed(path.embed($0)) },
      extract: { extract($0).flatMap(path.extract) }
    )
  }

  /// Extends the path to a case of its payload.
  @inlinable
  public subscript<Inner>(
    dynamicMember next: KeyPath<CasePath<Value, Inner>.Type, CasePath<Value, Inner>>
  ) -> CasePath<Root, Inner> {
    appending(CasePath<Value, Inner>.self[keyPath: next])
  }

  /// Embeds a payload in the case.
  public func callAsFunction(_ value: Value) -> Root { embed(value) }

  /// Whether a root is in this case.
  public func matches(_ root: Root) -> Bool { extract(root) != nil }

  /// Lets `switch` ask whether a root is in this case.
  public static func ~= (path: CasePath, root: Root) -> Bool { path.matches(root) }
}

extension CasePath where Value == Void {
  /// The root in this case.
  public func callAsFunction() -> Root { embed(()) }
}

extension CasePath where Root == Value {
  /// The path from a value to itself.
  public static var identity: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}

extension CasePath where Value == Never {
  /// The path to a case that cannot occur.
  public static var never: CasePath { CasePath(embed: impossible, extract: { _ in nil }) }

  @Sendable private static func impossible(_ never: Never) -> Root {}
}

extension CasePath where Root == Value? {
  /// The path to what an optional holds.
  public static var some: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}

/// The name of an extended path.
@usableFromInline func joined(_ name: String?, _ next: String?) -> String? {
  guard let name, let next else { return nil }
  return "\(name).\(next)"
}

/// Calls `body` to change the payload of a case in place; returns nil if the root is in another
/// case.
@inlinable func withPayload<Root, Value, Result>(
  of root: inout Root,
  in path: CasePath<Root, Value>,
  _ body: (inout Value) throws -> Result
) rethrows -> Result? {
  guard var payload = path.extract(root) else { return nil }
  // If the root still held the payload, changing it would copy its storage. So the root's memory is
  // deinitialized, which only a pointer can do, and initialized again however `body` ends. Nobody
  // else can see the root in between, since this call has exclusive access.
  return try withUnsafeMutablePointer(to: &root) { pointer in
    pointer.deinitialize(count: 1)
    defer { pointer.initialize(to: path.embed(payload)) }
    return try body(&payload)
  }
}

extension Optional {
  /// The payload of a case. It can be changed in place, and setting nil clears the optional.
  /// Assigning to nil sets the case; assigning while the value is in another case is reported and
  /// changes nothing.
  public subscript<Value>(case path: CasePath<Wrapped, Value>, fileID: String = #fileID, line: Int = #line) -> Value? {
    get { flatMap(path.extract) }
    _modify {
      var payload = flatMap(path.extract)
      // Clear the optional, so that the payload has only one owner and is not copied.
      if payload != nil { self = nil }
      defer { if let payload { assign(path.embed(payload), at: CodeLocation(fileID: fileID, line: line)) } }
      yield &payload
    }
  }

  /// Assigns the value, unless the present one is in another case.
  private mutating func assign(_ value: Wrapped, at location: CodeLocation) {
    guard let unrelated = self else {
      self = value
      return
    }
    reportIssue(
      """
      The case '\(caseName(of: value))' was assigned, but the value is in the unrelated case \
      '\(caseName(of: unrelated))'. Nothing was changed. Assign the whole value to switch between cases.
      """,
      at: location
    )
  }
}
