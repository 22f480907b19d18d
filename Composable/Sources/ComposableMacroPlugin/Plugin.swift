@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The compiler's plug-in: expands the macros of `Composable` until the compiler closes its
/// pipe.
@main struct Plugin: PluginProvider {
  static func main() throws {
    try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Self()).main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    let macros: [any Macro.Type] = [
      CasePathableMacro.self, DependencyClientMacro.self, DependencyEntryMacro.self, ObservableStateMacro.self,
      ReducerMacro.self,
    ]
    guard let macro = macros.first(where: { String(describing: $0) == typeName }) else {
      throw UnknownMacro(name: typeName)
    }
    return macro
  }
}

private struct UnknownMacro: Error, CustomStringConvertible {
  let name: String

  var description: String { "the plug-in of Composable has no macro '\(name)'" }
}

/// The error for a macro that cannot be expanded; the message says how to fix it.
struct Misuse: DiagnosticMessage {
  let message: String
  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "Composable", id: "misuse") }

  static func error(_ message: String, at node: some SyntaxProtocol) -> DiagnosticsError {
    DiagnosticsError(diagnostics: [Diagnostic(node: node, message: Misuse(message: message))])
  }
}

extension DeclModifierListSyntax {
  private static let levels = ["private", "fileprivate", "internal", "package", "public", "open"]

  /// The declared access level; that of a setter alone (`private(set)`) is ignored.
  var access: String? {
    first { $0.detail == nil && Self.levels.contains($0.name.text) }?.name.text
  }
}

extension WithModifiersSyntax {
  /// The access level to repeat on generated members, followed by a space. Only `public` and
  /// `package` have to be repeated.
  func access(in context: some MacroExpansionContext) -> String {
    let level = modifiers.access ?? context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
    return level.flatMap { ["public", "package"].contains($0) ? "\($0) " : nil } ?? ""
  }
}
