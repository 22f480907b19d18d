import SwiftSyntax
import SwiftSyntaxMacros

/// Writes nothing: a store can observe any part of any state.
public enum ObservableStateMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
