/// An owned value for a closure to hold, since a closure may be copied and the value may not.
final class Shared<Value: ~Copyable & Sendable>: Sendable {
  let value: Value

  init(_ value: consuming Value) {
    self.value = value
  }
}
