import VarlinkCodegen

extension InterfaceDescription {
  /// The description as text, which is parsed as the same description.
  public var text: String { DescriptionWriter().text(of: self) }
}

/// Formats descriptions: one line for a declaration that fits and has no comments inside, else a
/// line for each field.
struct DescriptionWriter {
  private let width = 120
  private let indentation = 2

  func text(of interface: InterfaceDescription) -> String {
    var text = comments(interface.documentation) + "interface \(interface.name)\n"
    var isBehindError = false
    for member in interface.members {
      let staysTogether = isBehindError && member.isError && member.documentation.isEmpty
      text += staysTogether ? "" : "\n"
      text += comments(member.documentation) + words(for: member) + "\n"
      isBehindError = member.isError
    }
    return interface.closing.isEmpty ? text : text + "\n" + comments(interface.closing)
  }

  private func comments(_ lines: [String], at indent: Int = 0) -> String {
    lines.map { spaces(indent) + ($0.isEmpty ? "#" : "# \($0)") + "\n" }.joined()
  }

  private func words(for member: DescribedMember) -> String {
    switch member.kind {
    case .type(.structure(let fields)) where !fields.isEmpty:
      "type \(member.name) " + broken(.structure(fields), at: 0)
    case .type(let type):
      laidOut(type, behind: "type \(member.name) ")
    case .method(let input, let output):
      method(member.name, .structure(input), .structure(output))
    case .error(let fields):
      laidOut(.structure(fields), behind: "error \(member.name) ")
    }
  }

  private func method(_ name: String, _ input: DescribedType, _ output: DescribedType) -> String {
    let arrow = " -> "
    let front = laidOut(input, behind: "method \(name)", before: arrow.count + 1) + arrow
    let column = front.split(separator: "\n").last?.count ?? 0
    return front + laidOut(output, at: 0, from: column)
  }

  private func laidOut(_ type: DescribedType, behind front: String, before tail: Int = 0) -> String {
    front + laidOut(type, at: 0, from: front.count, before: tail)
  }

  /// - Parameters:
  ///   - column: Used columns of the line.
  ///   - tail: Columns to reserve after the type.
  private func laidOut(_ type: DescribedType, at indent: Int, from column: Int, before tail: Int = 0) -> String {
    let line = "\(type)"
    return type.isDocumented || column + line.count + tail > width ? broken(type, at: indent) : line
  }

  private func broken(_ type: DescribedType, at indent: Int) -> String {
    switch type {
    case .structure(let fields) where !fields.isEmpty:
      list(
        fields.map { (comments($0.documentation, at: indent + indentation), field($0, at: indent + indentation)) },
        at: indent
      )
    case .enumeration(let values):
      list(values.map { (comments($0.documentation, at: indent + indentation), $0.name) }, at: indent)
    case .array(let element): "[]" + broken(element, at: indent)
    case .map(let element): "[string]" + broken(element, at: indent)
    case .nullable(let wrapped): "?" + broken(wrapped, at: indent)
    case .bool, .int, .float, .string, .object, .named, .structure: "\(type)"
    }
  }

  private func list(_ elements: [(comments: String, words: String)], at indent: Int) -> String {
    let lines = elements.map { $0.comments + spaces(indent + indentation) + $0.words }
    return "(\n" + lines.joined(separator: ",\n") + "\n" + spaces(indent) + ")"
  }

  private func field(_ field: DescribedField, at indent: Int) -> String {
    let front = "\(field.name): "
    return front + laidOut(field.type, at: indent, from: indent + front.count, before: 1)
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension DescribedMember {
  fileprivate var isError: Bool {
    if case .error = kind { true } else { false }
  }
}

extension DescribedType {
  /// Whether there is a comment inside.
  fileprivate var isDocumented: Bool {
    switch self {
    case .structure(let fields): fields.contains { !$0.documentation.isEmpty || $0.type.isDocumented }
    case .enumeration(let values): values.contains { !$0.documentation.isEmpty }
    case .array(let inner), .map(let inner), .nullable(let inner): inner.isDocumented
    case .bool, .int, .float, .string, .object, .named: false
    }
  }
}
