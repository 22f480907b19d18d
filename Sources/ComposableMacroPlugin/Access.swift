import SwiftSyntax
import SwiftSyntaxMacros

extension DeclModifierListSyntax {
  private static let levels = ["private", "fileprivate", "internal", "package", "public", "open"]

  /// The access that is written; that of a setter alone (`private(set)`) is another.
  var access: String? {
    first { $0.detail == nil && Self.levels.contains($0.name.text) }?.name.text
  }
}

extension WithModifiersSyntax {
  /// The access that generated members repeat, with a space behind it; other levels follow from the type around them.
  func access(in context: some MacroExpansionContext) -> String {
    let level = modifiers.access ?? context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
    return level.flatMap { ["public", "package"].contains($0) ? "\($0) " : nil } ?? ""
  }
}
