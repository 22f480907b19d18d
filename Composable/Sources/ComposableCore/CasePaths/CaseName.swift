/// Names the case of an enum for a message: labels are kept, and payloads dropped unless they are
/// cases themselves.
///
/// For example `.renamed(_:, to:)` and `.child(.tapped)`. A value of another kind is named by its
/// type.
package func caseName(of value: Any) -> String {
  let name = namedCase(of: value)
  return name.isEmpty ? typeName(of: type(of: value)) : name
}

private func namedCase(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .enum: return namedCase(of: value, payload: mirror.children.first)
  case .optional: return mirror.children.first.map { namedCase(of: $0.value) } ?? "nil"
  case .tuple: return mirror.children.map(namedArgument).joined(separator: ", ")
  default: return ""
  }
}

private func namedCase(of value: Any, payload: Mirror.Child?) -> String {
  guard let payload else { return value is Never ? "" : ".\(value)" }
  let arguments = namedCase(of: payload.value)
  return ".\(payload.label ?? "_")" + (arguments.isEmpty ? "" : "(\(arguments))")
}

private func namedArgument(_ argument: Mirror.Child) -> String {
  let name = namedCase(of: argument.value)
  let label = argumentLabel(argument.label).map { "\($0):" } ?? "_:"
  return name.isEmpty ? label : "\(label) \(name)"
}

/// The label of a tuple's element, if its author gave one: unlabelled ones are reflected as ".0",
/// ".1", and so on.
func argumentLabel(_ label: String?) -> String? {
  guard let label, !label.isEmpty, !label.hasPrefix(".") else { return nil }
  return label
}

/// A type's plain name, without module, generic arguments and the marks of local contexts.
func typeName(of type: Any.Type) -> String {
  let name = String(reflecting: type)
  let isNoNominalType =
    name.hasPrefix("(") || name.split(separator: " ").contains("->") || name.hasPrefix("Swift.Optional<")
  if isNoNominalType { return String(describing: type) }
  let words = withoutGenericArguments(name).split(separator: ".")
  let context = words.lastIndex { $0.hasPrefix("(") } ?? (words.count > 1 ? 0 : -1)
  return words[(context + 1)...].joined(separator: ".")
}

private func withoutGenericArguments(_ name: String) -> String {
  var depth = 0
  return name.filter { character in
    if character == "<" { depth += 1 }
    defer { if character == ">" { depth -= 1 } }
    return depth == 0
  }
}
