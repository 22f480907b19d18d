import VarlinkCodegen

extension InterfaceDescription {
  /// The description as text, which is read as the same description.
  var text: String {
    let lines = members.map { comments($0.documentation) + $0.text + "\n" }
    return comments(documentation) + "interface \(name)\n" + lines.joined() + comments(closing)
  }
}

private func comments(_ lines: [String]) -> String {
  lines.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
}

extension DescribedMember {
  fileprivate var text: String {
    switch kind {
    case .type(let type): "type \(name) \(type.text)"
    case .method(let input, let output):
      "method \(name)\(DescribedType.structure(input).text) -> \(DescribedType.structure(output).text)"
    case .error(let fields): "error \(name) \(DescribedType.structure(fields).text)"
    }
  }
}

extension DescribedType {
  /// The type with its comments, each of which takes a line.
  fileprivate var text: String {
    switch self {
    case .structure(let fields):
      "(" + fields.map { "\n\(comments($0.documentation))\($0.name): \($0.type.text)" }.joined(separator: ",") + ")"
    case .enumeration(let values):
      "(" + values.map { "\n\(comments($0.documentation))\($0.name)" }.joined(separator: ",") + ")"
    case .array(let element): "[]\(element.text)"
    case .map(let element): "[string]\(element.text)"
    case .nullable(let wrapped): "?\(wrapped.text)"
    case .bool, .int, .float, .string, .object, .named: description
    }
  }
}
