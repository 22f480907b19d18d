/// Every order that elements can stand in.
func orders<Element>(of elements: [Element]) -> [[Element]] {
  if elements.isEmpty { return [[]] }
  return elements.indices.flatMap { index in
    var others = elements
    let first = others.remove(at: index)
    return orders(of: others).map { [first] + $0 }
  }
}
