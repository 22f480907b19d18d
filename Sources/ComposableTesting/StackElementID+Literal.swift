import Composable

extension StackElementID: ExpressibleByIntegerLiteral {
  /// The id that a generator gives after so many others.
  public init(integerLiteral generation: Int) {
    self.init(generation: generation)
  }
}
