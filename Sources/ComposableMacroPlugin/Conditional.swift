import SwiftSyntax

/// A part of an enum, or several with the `#if` around them: what is generated for them stands within the same conditions.
indirect enum Conditional<Part> {
  case part(Part)
  /// The clauses of an `#if`, each with its first line.
  case clauses([(condition: String, parts: [Conditional])])

  func map<Other>(_ transform: (Part) throws -> Other) rethrows -> Conditional<Other> {
    switch self {
    case .part(let part): .part(try transform(part))
    case .clauses(let clauses): .clauses(try clauses.map { ($0.condition, try $0.parts.map(transform)) })
    }
  }

  func contains(where matches: (Part) -> Bool) -> Bool {
    switch self {
    case .part(let part): matches(part)
    case .clauses(let clauses): clauses.contains { $0.parts.contains { $0.contains(where: matches) } }
    }
  }

  /// The lines for the parts, without those for which there are none.
  fileprivate func lines(_ text: (Part) -> String?) -> String? {
    switch self {
    case .part(let part): text(part)
    case .clauses(let clauses):
      (clauses.map { "\($0.condition)\n\($0.parts.lines(text))" } + ["#endif"]).joined(separator: "\n")
    }
  }
}

extension Array {
  func map<Part, Other>(_ transform: (Part) throws -> Other) rethrows -> [Conditional<Other>]
  where Element == Conditional<Part> {
    try map { (each: Element) in try each.map(transform) }
  }

  /// The lines for the parts, within their conditions.
  func lines<Part>(_ text: (Part) -> String?) -> String where Element == Conditional<Part> {
    compactMap { $0.lines(text) }.joined(separator: "\n")
  }
}

extension EnumDeclSyntax {
  /// The cases. Those that can be there together have different names.
  func cases() throws -> [Conditional<EnumCaseElementSyntax>] {
    var names: Set<String> = []
    return try cases(in: memberBlock.members, besides: &names)
  }

  private func cases(
    in members: MemberBlockItemListSyntax,
    besides names: inout Set<String>
  ) throws -> [Conditional<EnumCaseElementSyntax>] {
    try members.flatMap { member -> [Conditional<EnumCaseElementSyntax>] in
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        return [try cases(in: condition, besides: &names)]
      }
      return try member.decl.as(EnumCaseDeclSyntax.self)?.elements.map { element in
        guard names.insert(element.name.text).inserted else {
          let message = "Two cases are named '\(element.name.text)', so a path cannot distinguish them. Rename one."
          throw Misuse.error(message, at: element)
        }
        return .part(element)
      } ?? []
    }
  }

  /// Of the clauses of an `#if` only one is compiled.
  private func cases(
    in condition: IfConfigDeclSyntax,
    besides names: inout Set<String>
  ) throws -> Conditional<EnumCaseElementSyntax> {
    let before = names
    return .clauses(
      try condition.clauses.map { clause in
        var known = before
        defer { names.formUnion(known) }
        let line = [clause.poundKeyword.text, clause.condition?.trimmedDescription].compactMap(\.self)
        let members = clause.elements?.as(MemberBlockItemListSyntax.self) ?? []
        return (line.joined(separator: " "), try cases(in: members, besides: &known))
      }
    )
  }
}
