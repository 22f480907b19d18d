import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes an initializer whose endpoints may be omitted. Calling an omitted endpoint is an issue.
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
    let endpoints = try endpoints(of: declaration.memberBlock.members)
    let parameters = try endpoints.map { "\($0.name): \(try $0.parameter(in: client))" }.joined(separator: ",\n  ")
    let assignments = endpoints.map { "  self.\($0.name) = \($0.name)" }.joined(separator: "\n")
    return [
      """
      \(raw: declaration.access(in: context))init(
        \(raw: parameters)
      ) {
      \(raw: assignments)
      }
      """
    ]
  }

  private static func endpoints(of members: MemberBlockItemListSyntax) throws -> [Endpoint] {
    try members.flatMap { member in
      if let condition = member.decl.as(IfConfigDeclSyntax.self) { try refuseEndpoints(in: condition) }
      return try member.decl.as(VariableDeclSyntax.self).map(endpoints) ?? []
    }
  }

  private static func endpoints(of property: VariableDeclSyntax) throws -> [Endpoint] {
    if property.modifiers.contains(where: { ["static", "lazy"].contains($0.name.text) }) { return [] }
    let isConstant = property.bindingSpecifier.tokenKind == .keyword(.let)
    return try property.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text, binding.isStored,
        !(isConstant && binding.initializer != nil)
      else { return nil }
      if ["private", "fileprivate"].contains(property.modifiers.access) {
        if binding.initializer != nil { return nil }
        throw Misuse.error(
          "'\(name)' is private, so no caller could give it. Give it a value, or let others see it.",
          at: binding
        )
      }
      guard let type = binding.typeAnnotation?.type else {
        throw Misuse.error("'\(name)' has no type that the initializer could repeat. Write its type.", at: binding)
      }
      return Endpoint(name: name, type: type, value: binding.initializer?.value.trimmedDescription)
    }
  }

  /// Throws for an endpoint without a default value, because a parameter cannot be inside `#if`.
  private static func refuseEndpoints(in condition: IfConfigDeclSyntax) throws {
    for clause in condition.clauses {
      guard let members = clause.elements?.as(MemberBlockItemListSyntax.self) else { continue }
      for endpoint in try endpoints(of: members) where endpoint.value == nil {
        let fix = "Give it a value, or take it out."
        throw Misuse.error(
          "'\(endpoint.name)' stands within '#if', which a parameter of the initializer cannot. \(fix)",
          at: endpoint.type
        )
      }
    }
  }
}

/// A property that the initializer takes.
private struct Endpoint {
  let name: String
  let type: TypeSyntax
  let value: String?

  /// The type of the parameter, and its default: that of the property, or an unimplemented closure.
  func parameter(in client: String) throws -> String {
    let declared = type.function == nil ? "\(type.trimmed)" : "@escaping \(type.trimmed)"
    if let value { return "\(declared) = \(value)" }
    guard let function = type.function else { return declared }
    let result = function.returnClause.type.trimmedDescription
    if function.effectSpecifiers?.throwsClause == nil, !["Void", "()", "Swift.Void"].contains(result) {
      let fix = "Let it throw, or give it a value: '= unimplemented(\"\(client).\(name)\", placeholder: …)'."
      throw Misuse.error(
        "'\(name)' cannot throw, so a call without an implementation has nothing to return. \(fix)",
        at: type
      )
    }
    return "\(declared) = ComposableCore.unimplemented(\"\(client).\(name)\")"
  }
}

extension PatternBindingSyntax {
  /// Whether this is a stored property; it may have observers.
  fileprivate var isStored: Bool {
    guard let accessors = accessorBlock?.accessors else { return true }
    guard case .accessors(let accessors) = accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension TypeSyntax {
  /// The function type inside attributes and parentheses; nil for another type.
  fileprivate var function: FunctionTypeSyntax? {
    switch self.as(TypeSyntaxEnum.self) {
    case .functionType(let function): function
    case .attributedType(let attributed): attributed.baseType.function
    case .tupleType(let tuple) where tuple.elements.count == 1: tuple.elements.first?.type.function
    default: nil
    }
  }
}
