import SwiftDiagnostics
import SwiftSyntax

/// A use of a macro that cannot be expanded, with the way out.
struct Misuse: DiagnosticMessage {
  let message: String
  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "ComposableMacros", id: "misuse") }

  static func error(_ message: String, at node: some SyntaxProtocol) -> DiagnosticsError {
    DiagnosticsError(diagnostics: [Diagnostic(node: node, message: Misuse(message: message))])
  }
}

extension WithModifiersSyntax {
  /// The access that generated members repeat, with a space behind it; other levels follow from the type around them.
  var access: String {
    let level = modifiers.map(\.name.text).first { ["public", "package"].contains($0) }
    return level.map { "\($0) " } ?? ""
  }
}
