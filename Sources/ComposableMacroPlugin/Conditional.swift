import SwiftSyntax

/// A part of an enum, or a line of the `#if` around some: what is generated for these stands within
/// the same conditions.
enum Conditional<Part> {
  case part(Part)
  /// `#if …`, `#elseif …`, `#else` or `#endif`.
  case condition(String)

  /// The part; nil for a condition.
  var part: Part? { if case .part(let part) = self { part } else { nil } }

  func map<Other>(_ transform: (Part) throws -> Other) rethrows -> Conditional<Other> {
    switch self {
    case .part(let part): .part(try transform(part))
    case .condition(let line): .condition(line)
    }
  }
}

extension Array {
  /// The lines for the parts, without those for which there are none, within their conditions.
  func lines<Part>(_ text: (Part) -> String?) -> String where Element == Conditional<Part> {
    compactMap { each in
      switch each {
      case .part(let part): text(part)
      case .condition(let line): line
      }
    }.joined(separator: "\n")
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
      if let condition = member.decl.as(IfConfigDeclSyntax.self) { return try cases(in: condition, besides: &names) }
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
  ) throws -> [Conditional<EnumCaseElementSyntax>] {
    let before = names
    let clauses = try condition.clauses.flatMap { clause in
      var known = before
      defer { names.formUnion(known) }
      let line = [clause.poundKeyword.text, clause.condition?.trimmedDescription].compactMap(\.self)
      let members = clause.elements?.as(MemberBlockItemListSyntax.self) ?? []
      return [.condition(line.joined(separator: " "))] + (try cases(in: members, besides: &known))
    }
    return clauses + [.condition("#endif")]
  }
}
