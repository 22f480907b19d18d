extension IdentifiedArray {
  /// Moves an element from one position to another; those between make room.
  public mutating func move(from source: Int, to destination: Int) {
    var positions = Array(indices)
    positions.insert(positions.remove(at: source), at: destination)
    storage.rearrange(positions)
  }

  /// Lets two elements trade places.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    var positions = Array(indices)
    positions.swapAt(first, second)
    storage.rearrange(positions)
  }

  /// Sorts the elements; equal ones keep their order.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    let elements = storage.elements
    storage.rearrange(try indices.sorted { try areInIncreasingOrder(elements[$0], elements[$1]) })
  }

  /// Turns the order around.
  public mutating func reverse() {
    storage.rearrange(indices.reversed())
  }

  /// Puts the elements in a random order.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.rearrange(indices.shuffled(using: &generator))
  }

  /// Moves the elements that a condition holds for behind the others, and gives the position of the first of them.
  @discardableResult
  public mutating func partition(by belongsInSecondPart: (Element) throws -> Bool) rethrows -> Int {
    let second = try indices.filter { try belongsInSecondPart(storage[$0]) }
    let behind = Set(second)
    let first = indices.filter { !behind.contains($0) }
    storage.rearrange(first + second)
    return first.count
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal ones keep their order.
  public mutating func sort() { sort(by: <) }
}
