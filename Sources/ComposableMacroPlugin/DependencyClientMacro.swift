import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes an initializer in which an endpoint that is left out is unimplemented: a call of it is an issue.
public enum DependencyClientMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      throw Misuse.error("'@DependencyClient' is for a struct of closures. Make the client a struct.", at: node)
    }
    let client = declaration.name.text
    let endpoints = try declaration.memberBlock.members.flatMap { try Self.endpoints(of: $0.decl, in: client) }
    let parameters = endpoints.map { "\($0.name): \($0.parameter)" }.joined(separator: ",\n  ")
    let assignments = endpoints.map { "  self.\($0.name) = \($0.name)" }.joined(separator: "\n")
    return [
      """
      \(raw: declaration.access)init(
        \(raw: parameters)
      ) {
      \(raw: assignments)
      }
      """
    ]
  }

  private typealias Endpoint = (name: String, parameter: String)

  private static func endpoints(of member: DeclSyntax, in client: String) throws -> [Endpoint] {
    guard let property = member.as(VariableDeclSyntax.self),
      !property.modifiers.contains(where: { ["static", "lazy"].contains($0.name.text) })
    else { return [] }
    return try property.bindings.compactMap { binding in
      let isConstant = property.bindingSpecifier.tokenKind == .keyword(.let) && binding.initializer != nil
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self), binding.accessorBlock == nil, !isConstant
      else { return nil }
      if property.modifiers.contains(where: { ["private", "fileprivate"].contains($0.name.text) }) {
        if binding.initializer != nil { return nil }
        throw Misuse.error(
          "'\(name.identifier.text)' is private, so no caller could give it. Give it a value, or let others see it.",
          at: binding
        )
      }
      guard let type = binding.typeAnnotation?.type else {
        throw Misuse.error(
          "'\(name.identifier.text)' has no type that the initializer could repeat. Write its type.",
          at: binding
        )
      }
      return (name.identifier.text, try parameter(name.identifier.text, type, binding.initializer, in: client))
    }
  }

  private static func parameter(
    _ name: String,
    _ type: TypeSyntax,
    _ initializer: InitializerClauseSyntax?,
    in client: String
  ) throws -> String {
    let function =
      type.as(AttributedTypeSyntax.self)?.baseType.as(FunctionTypeSyntax.self) ?? type.as(FunctionTypeSyntax.self)
    let declared = function == nil ? "\(type.trimmed)" : "@escaping \(type.trimmed)"
    if let initializer { return "\(declared) = \(initializer.value.trimmed)" }
    guard let function else { return declared }
    let result = function.returnClause.type.trimmedDescription
    if function.effectSpecifiers?.throwsClause == nil, !["Void", "()", "Swift.Void"].contains(result) {
      let fix = "Let it throw, or give it a value: '= unimplemented(\"\(client).\(name)\", placeholder: …)'."
      throw Misuse.error(
        "'\(name)' cannot throw, so a call without an implementation has nothing to return. \(fix)",
        at: type
      )
    }
    return "\(declared) = Composable.unimplemented(\"\(client).\(name)\")"
  }
}
