/// Whether two values of whatever type are the same: by `==` where there is one, else by what would be described of them.
func areSame(_ first: Any, _ second: Any) -> Bool {
  var comparison = Comparison()
  return comparison.areSame(first, second)
}

private struct Comparison {
  // Each side numbers its objects by itself: objects that are built alike then get the same numbers, also in cycles.
  private var first = Reflector()
  private var second = Reflector()

  mutating func areSame(_ old: Any, _ new: Any) -> Bool {
    guard type(of: old) == type(of: new) else { return false }
    if let old = old as? any Equatable { return isEqual(old, new) }
    if isObject(old), old as AnyObject === new as AnyObject { return true }
    return haveSameShape(old, new)
  }

  private mutating func haveSameShape(_ old: Any, _ new: Any) -> Bool {
    let old = first.shape(of: old)
    let new = second.shape(of: new)
    guard old.opening == new.opening, old.parts.count == new.parts.count else { return false }
    for (old, new) in zip(old.parts, new.parts) {
      guard old.label == new.label, areSame(old.value, new.value) else { return false }
    }
    return true
  }

  private func isEqual<Value: Equatable>(_ old: Value, _ new: Any) -> Bool {
    old == (new as? Value)
  }

  private func isObject(_ value: Any) -> Bool { type(of: value) is AnyClass }
}
