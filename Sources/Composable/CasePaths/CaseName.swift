/// Names the case of an enum for a message: labels are kept, and payloads dropped unless they are cases themselves.
///
/// For example `.renamed(_:, to:)` and `.child(.tapped)`. A value that is no enum is named by its type.
public func caseName(of value: Any) -> String {
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
  guard let payload else { return isUninhabited(value) ? "" : ".\(value)" }
  let arguments = namedCase(of: payload.value)
  return ".\(payload.label ?? "_")" + (arguments.isEmpty ? "" : "(\(arguments))")
}

private func namedArgument(_ argument: Mirror.Child) -> String {
  let name = namedCase(of: argument.value)
  let label = argumentLabel(argument.label).map { "\($0):" } ?? "_:"
  return name.isEmpty ? label : "\(label) \(name)"
}

private func isUninhabited(_ value: Any) -> Bool { value is Never }

/// The label of a tuple's element, if its author gave one: unlabelled ones are reflected as ".0", ".1", and so on.
func argumentLabel(_ label: String?) -> String? {
  guard let label, !label.isEmpty, !label.hasPrefix(".") else { return nil }
  return label
}
