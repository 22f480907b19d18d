/// The names that an effect goes by. Most often that is one at most, which costs no memory of its own.
struct EffectNames {
  private var first: ErasedID?
  private var others: [ErasedID] = []

  func contains(_ id: ErasedID) -> Bool {
    first == id || others.contains(id)
  }

  mutating func insert(_ id: ErasedID) {
    if contains(id) { return }
    if first == nil { first = id } else { others.append(id) }
  }

  func inserting(_ id: ErasedID) -> Self {
    var names = self
    names.insert(id)
    return names
  }

  func forEach(_ body: (ErasedID) -> Void) {
    if let first { body(first) }
    for id in others { body(id) }
  }
}
