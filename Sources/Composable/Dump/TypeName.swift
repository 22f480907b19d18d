/// A type's name as its author wrote it: without module, generic arguments, and the marks of local contexts.
func typeName(of type: Any.Type) -> String {
  let name = String(reflecting: type)
  let isNoNominalType =
    name.hasPrefix("(") || name.split(separator: " ").contains("->") || name.hasPrefix("Swift.Optional<")
  if isNoNominalType { return String(describing: type) }
  let words = withoutParts(name, from: "<", to: ">").split(separator: ".")
  let context = words.lastIndex { $0.hasPrefix("(") } ?? (words.count > 1 ? 0 : -1)
  return words[(context + 1)...].joined(separator: ".")
}

private func withoutParts(_ text: String, from opening: Character, to closing: Character) -> String {
  var depth = 0
  var kept = ""
  for character in text {
    if character == opening { depth += 1 }
    if depth == 0 { kept.append(character) }
    if character == closing { depth -= 1 }
  }
  return kept
}
