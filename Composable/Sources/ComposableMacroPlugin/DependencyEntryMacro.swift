import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes the key of a dependency, and the accessors of its property.
public enum DependencyEntryMacro: AccessorMacro, PeerMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The other role reports a misuse. Without an accessor the compiler would report more.
    guard let entry = try? Entry(declaration, with: node, in: context) else { return ["get { preconditionFailure() }"] }
    return ["get { self[\(raw: entry.key).self] }", "set { self[\(raw: entry.key).self] = newValue }"]
  }

  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let entry = try Entry(declaration, with: node, in: context)
    return [
      """
      nonisolated \(raw: entry.access)enum \(raw: entry.key): ComposableCore.\(raw: entry.conformance) {
      \(raw: entry.values)
      }
      """
    ]
  }
}

/// A property of `DependencyValues` with this macro.
private struct Entry {
  private let name: String
  private let type: String
  private let testValue: String?
  private let liveValue: String?
  let access: String

  init(
    _ declaration: some DeclSyntaxProtocol,
    with node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) throws {
    let place = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    guard let property = declaration.as(VariableDeclSyntax.self), let binding = property.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let place, place.hasSuffix("DependencyValues")
    else {
      let fix = "Move it there: 'extension DependencyValues { @DependencyEntry var … }'."
      throw Misuse.error("'@DependencyEntry' makes a property of 'DependencyValues'. \(fix)", at: node)
    }
    guard let type = binding.typeAnnotation?.type.trimmedDescription else {
      throw Misuse.error("'\(name)' has no type that its key could repeat. Write its type.", at: binding)
    }
    self.name = name
    self.type = type
    testValue = binding.initializer?.value.trimmedDescription
    liveValue = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression.trimmedDescription
    access = property.access(in: context)
    if testValue == nil, liveValue == nil {
      let fix = "Write '= …', or a value for programs, '@DependencyEntry(liveValue: …)'."
      throw Misuse.error("'\(name)' has no value for tests. \(fix)", at: binding)
    }
  }

  /// `SearchClientKey` for a property `searchClient`.
  var key: String { name.prefix(1).uppercased() + name.dropFirst() + "Key" }

  var conformance: String { liveValue == nil ? "TestDependencyKey" : "DependencyKey" }

  var values: String {
    [("liveValue", liveValue), ("testValue", testValue)]
      .compactMap { name, value in value.map { "\(access)static var \(name): \(type) { \($0) }" } }
      .joined(separator: "\n")
  }
}
