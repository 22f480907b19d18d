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
