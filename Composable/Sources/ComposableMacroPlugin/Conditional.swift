import SwiftSyntax

/// A part of an enum, or a line of an `#if` around parts. The code generated for them is put inside
/// the same `#if`.
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
  /// The generated lines inside their conditions; parts for which `text` returns nil have none.
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
  /// The cases, with the `#if` lines around them. Throws if two that can be compiled together have
  /// the same name.
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

  /// The cases inside an `#if`. Two clauses may use the same name, since only one is compiled.
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
