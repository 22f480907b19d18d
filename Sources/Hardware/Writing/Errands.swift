/// What carries out a light's errands apart from the loop, one after the other.
public protocol Errands: Sendable {
  func perform(_ errand: @escaping @Sendable () -> Void)
}
