import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes `AllCasePaths`, which has a path to each case, and the conformance to `CasePathable`.
public enum CasePathableMacro: MemberMacro, ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      throw Misuse.error(
        "'@CasePathable' writes paths to the cases of an enum. Take it away, or put it on the enum.",
        at: node
      )
    }
    let cases = try declaration.cases().map { $0.map(Case.init) }
    let access = declaration.access(in: context)
    let paths = casePaths(of: declaration.name.text, cases, access: access)
    guard cases.contains(where: { $0.part?.isBinding == true }) else { return paths }
    return paths + ["\(raw: cases.lines { $0.isBinding ? $0.binding(access: access) : nil })"]
  }

  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): ComposableCore.CasePathable {}")]
  }
}

/// What the generated code needs to know about an enum case.
struct Case {
  var name: String
  /// The labels and types of what the case carries.
  var payload: [(label: String?, type: String)]

  init(_ element: EnumCaseElementSyntax) {
    name = element.name.text
    payload =
      (element.parameterClause?.parameters).map(Array.init)?.map { parameter in
        let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.text }
        return (label, parameter.type.trimmedDescription)
      } ?? []
  }

  init(name: String, carrying type: String) {
    self.name = name
    payload = [(nil, type)]
  }

  /// The payload as it is declared: labels and types.
  var carried: String {
    payload.map { part in (part.label.map { "\($0): " } ?? "") + part.type }.joined(separator: ", ")
  }

  var declaration: String { "case \(name)(\(carried))" }

  /// The path to this case.
  func path(of root: String, access: String) -> String {
    let type = "ComposableCore.CasePath<\(root), \(payloadType)>"
    if payload.isEmpty {
      return
        "\(access)var \(name): \(type) { .init(.\(name), name: \(literal)) { if case .\(name) = $0 { true } else { false } } }"
    }
    let values = payload.indices.map { payload.count == 1 ? "$0" : "$0.\($0)" }
    let arguments = zip(payload, values).map { ($0.label.map { "\($0): " } ?? "") + $1 }.joined(separator: ", ")
    let names = payload.indices.map { "value\($0)" }
    let pattern = names.map { "let \($0)" }.joined(separator: ", ")
    let extraction = "if case .\(name)(\(pattern)) = $0 { (\(names.joined(separator: ", "))) } else { nil }"
    return """
      \(access)var \(name): \(type) {
        .init(name: \(literal), embed: { .\(name)(\(arguments)) }, extract: { \(extraction) })
      }
      """
  }

  /// Whether this is the case that `BindableAction` requires.
  var isBinding: Bool {
    name == "binding" && payload.count == 1 && payload[0].type.prefix { $0 != "<" }.hasSuffix("BindingAction")
  }

  /// The property that `BindableAction` requires besides.
  func binding(access: String) -> String {
    "nonisolated \(access)var binding: \(payloadType)? { if case .binding(let action) = self { action } else { nil } }"
  }

  /// The name as a string literal, without the backticks of a keyword.
  private var literal: String { "\"\(name.filter { $0 != "`" })\"" }

  private var payloadType: String {
    payload.count == 1 ? payload[0].type : payload.isEmpty ? "Void" : "(\(carried))"
  }
}

/// The members that `CasePathable` requires.
///
/// They and the conformance are nonisolated, even in a module whose default isolation is the main
/// actor, because reducers use them on any executor.
func casePaths(of root: String, _ cases: [Conditional<Case>], access: String) -> [DeclSyntax] {
  [
    """
    nonisolated \(raw: access)struct AllCasePaths: Sendable {
    \(raw: cases.lines { $0.path(of: root, access: access) })
    }
    """,
    "nonisolated \(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
  ]
}
