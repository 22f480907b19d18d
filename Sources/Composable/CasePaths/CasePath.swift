/// The way to one case of an enum: how its payload is put in, and how it is taken out.
///
/// A path is written once, as a static member of `CasePath` for its root, and is then spelled like the case itself, at any
/// depth: `.child`, `.child.tapped`. No macro is needed, and the compiler checks each step:
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
  /// Makes a root of a payload.
  public let embed: @Sendable (Value) -> Root
  /// Gives the payload of a root in this case, and nil for one in another.
  public let extract: @Sendable (Root) -> Value?

  /// Makes a path of its two functions.
  @inlinable public init(embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?) {
    self.embed = embed
    self.extract = extract
  }

  /// Makes the path to a case without a payload.
  @inlinable
  public init(_ root: @autoclosure @escaping @Sendable () -> Root, matches: @escaping @Sendable (Root) -> Bool)
  where Value == Void {
    self.init(embed: { root() }, extract: { matches($0) ? () : nil })
  }

  /// The path that goes on from this one's payload.
  @inlinable public func appending<Inner>(_ path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>(embed: { embed(path.embed($0)) }, extract: { extract($0).flatMap(path.extract) })
  }

  /// The path that goes on by the named case of this one's payload.
  @inlinable
  public subscript<Inner>(
    dynamicMember next: KeyPath<CasePath<Value, Inner>.Type, CasePath<Value, Inner>>
  ) -> CasePath<Root, Inner> {
    appending(CasePath<Value, Inner>.self[keyPath: next])
  }

  /// The root in this case with a payload.
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
  /// The path that leads nowhere else.
  public static var identity: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}

extension CasePath where Value == Never {
  /// The path to a case that cannot be.
  public static var never: CasePath { CasePath(embed: impossible, extract: { _ in nil }) }

  @Sendable private static func impossible(_ never: Never) -> Root {}
}

extension CasePath where Root == Value? {
  /// The path to what an optional holds.
  public static var some: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}
