import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ReducerMacro {
  /// What a feature does not declare itself: an empty state, no actions, and a body that does
  /// nothing.
  static func missingMembers(
    of feature: StructDeclSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let declared = feature.memberBlock.members.names
    let access = feature.access(in: context)
    var missing: [DeclSyntax] = []
    if !declared.contains("State") {
      missing.append(
        """
        nonisolated \(raw: access)struct State: Codable, Equatable, Hashable, Sendable {
        \(raw: access)init() {}
        }
        """
      )
    }
    if !declared.contains("Action") {
      // Not an enum without cases: of code that takes one out of the action of an enum of screens,
      // the compiler says that it is never executed.
      missing.append(
        """
        nonisolated \(raw: access)struct Action: Equatable, Hashable, Sendable {
        private init() {}
        }
        """
      )
    }
    if declared.isDisjoint(with: ["body", "reduce"]) {
      missing.append("\(raw: access)var body: ComposableCore.EmptyReducer<State, Action> { .init() }")
    }
    return missing
  }

  /// The attributes that a member of a feature would otherwise need by hand.
  static func attributes(forFeatureMember member: some DeclSyntaxProtocol) -> [AttributeSyntax] {
    if let member = member.as(EnumDeclSyntax.self), ["State", "Action"].contains(member.name.text) {
      return member.attributes.names.contains("CasePathable") ? [] : ["@Composable.CasePathable"]
    }
    // The compiler finds the builder of the protocol only where the conformance is written.
    if let member = member.as(VariableDeclSyntax.self), DeclSyntax(member).names == ["body"] {
      let isBuilt = member.attributes.names.contains { $0.hasSuffix("Builder") }
      return isBuilt ? [] : ["@ComposableCore.ReducerBuilder<Self.State, Self.Action>"]
    }
    return []
  }
}

extension MemberBlockItemListSyntax {
  /// The names that these members declare, also within an `#if`.
  fileprivate var names: Set<String> { Set(flatMap { $0.decl.names }) }
}

extension DeclSyntax {
  fileprivate var names: [String] {
    switch self.as(DeclSyntaxEnum.self) {
    case .structDecl(let type): [type.name.text]
    case .enumDecl(let type): [type.name.text]
    case .classDecl(let type): [type.name.text]
    case .typeAliasDecl(let type): [type.name.text]
    case .functionDecl(let function): [function.name.text]
    case .variableDecl(let variable):
      variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    case .ifConfigDecl(let condition):
      condition.clauses.flatMap { $0.elements?.as(MemberBlockItemListSyntax.self)?.names ?? [] }
    default: []
    }
  }
}

extension AttributeListSyntax {
  /// The names of the attributes, without their modules.
  fileprivate var names: [String] {
    compactMap { attribute in
      switch attribute.as(AttributeSyntax.self)?.attributeName.as(TypeSyntaxEnum.self) {
      case .identifierType(let type): type.name.text
      case .memberType(let type): type.name.text
      default: nil
      }
    }
  }
}
