/// All permutations of the elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
  if elements.isEmpty { return [[]] }
  return elements.indices.flatMap { index in
    var others = elements
    let first = others.remove(at: index)
    return permutations(of: others).map { [first] + $0 }
  }
}
