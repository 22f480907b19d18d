import SwiftSyntax
import SwiftSyntaxMacros

/// Tells users of swift-composable-architecture that a state does not need the attribute here.
public enum ObservableStateMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    throw Misuse.error(
      "'@ObservableState' is not needed: 'observe(of:)' of a store follows any part of any state. Take it away.",
      at: node
    )
  }
}
