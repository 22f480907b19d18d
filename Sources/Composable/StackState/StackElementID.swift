/// The identity of an element of a stack: a number that its generator never gave before.
public struct StackElementID: Hashable, Sendable {
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number, as in `#0`.
  public var description: String { "#\(generation)" }

  /// The number, as in `#0`.
  public var debugDescription: String { description }
}
