import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a struct a feature, or an enum of screens a feature that runs the current screen.
public enum ReducerMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let feature = declaration.as(StructDeclSyntax.self) { return missingMembers(of: feature, in: context) }
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      throw Misuse.error("'@Reducer' is for a struct, or for an enum of screens. Make the feature a struct.", at: node)
    }
    let screens = try declaration.cases().map { try $0.map(Screen.init) }
    let access = declaration.access(in: context)
    return [
      "\(raw: state(of: screens, access: access))",
      "\(raw: enumDeclaration(named: "Action", cases: screens.map { $0.map(\.action) }, members: "", access: access))",
      "\(raw: access)typealias Body = State.Body",
      "nonisolated \(raw: access)static var body: Body { State.body }",
    ]
  }

  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    declaration.is(StructDeclSyntax.self) ? attributes(forFeatureMember: member) : []
  }

  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The compiler asks for those that the type does not declare itself.
    let asked = protocols.map { $0.trimmedDescription.split(separator: ".").last }
    let isEnum = declaration.is(EnumDeclSyntax.self)
    // 'Sendable' by its name: without it, the compiler finds a nested enum of screens to carry a
    // feature that is not 'Sendable', if that is public and in another file (Swift 6.3.1).
    let wanted = ["Sendable"] + (isEnum ? ["ComposableExtras.CaseReducer"] : []) + ["ComposableCore.Reducer"]
    let missing = wanted.filter { asked.contains($0.split(separator: ".").last) }
    guard isEnum || declaration.is(StructDeclSyntax.self), !missing.isEmpty else { return [] }
    let names = missing.joined(separator: ", ")
    return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): \(raw: names) {}")]
  }

  /// The text of `State`: its cases, and the members that scope and run its screens.
  private static func state(of screens: [Conditional<Screen>], access: String) -> String {
    let screenMembers = """
      nonisolated \(access)enum Screen {
      \(screens.lines(\.storeCase))
      }
      \(access)static func screen(of store: ComposableCore.Store<Self, Action>) -> Screen {
      switch store.state {
      \(screens.lines(\.store))
      }
      }
      @ComposableCore.ReducerBuilder<State, Action> \(access)static var body: some ComposableCore.Reducer<State, Action> {
      \(screens.lines(\.scope))
      }
      """
    let ephemeralMember = """

      \(access)var isEphemeral: Bool {
      switch self {
      \(screens.lines { "case .\($0.name): \($0.isAlert)" })
      }
      }
      """
    let hasAlerts = screens.contains { $0.part?.isAlert == true }
    return enumDeclaration(
      named: "State",
      cases: screens.map { $0.map(\.state) },
      members: screenMembers + (hasAlerts ? ephemeralMember : ""),
      conformingTo: ["ComposableExtras.ScreenState"] + (hasAlerts ? ["ComposableCore.EphemeralState"] : []),
      access: access
    )
  }

  private static func enumDeclaration(
    named name: String,
    cases: [Conditional<Case>],
    members: String,
    conformingTo protocols: [String] = ["ComposableCore.CasePathable", "Sendable"],
    access: String
  ) -> String {
    let paths = casePaths(of: name, cases, access: access).map(\.description)
    let lines = [cases.lines(\.declaration)] + paths + [members]
    return
      "nonisolated \(access)enum \(name): \(protocols.joined(separator: ", ")) {\n\(lines.joined(separator: "\n"))\n}"
  }
}

/// A screen: a case that carries a feature, or an alert, which has state but no reducer.
private struct Screen {
  let name: String
  private let feature: String
  private let instance: String
  /// The action type of an alert; nil for a feature.
  private let alertAction: String?

  init(_ element: EnumCaseElementSyntax) throws {
    name = element.name.text
    guard let carried = element.parameterClause?.parameters, carried.count == 1, let feature = carried.first else {
      throw Misuse.error("A case of a '@Reducer' enum carries one feature: 'case \(name)(Feature)'.", at: element)
    }
    self.feature = feature.type.trimmedDescription
    instance = feature.defaultValue?.value.trimmedDescription ?? "\(self.feature)()"
    alertAction = Self.actionType(ofAlert: feature.type)
  }

  private static func actionType(ofAlert type: TypeSyntax) -> String? {
    let names = ["AlertState", "ConfirmationDialogState"]
    let modules = ["ComposableExtras", "Composable"]
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type) where names.contains(type.name.text):
      return type.genericArgumentClause?.arguments.trimmedDescription
    case .memberType(let type) where names.contains(type.name.text) && modules.contains("\(type.baseType.trimmed)"):
      return type.genericArgumentClause?.arguments.trimmedDescription
    default: return nil
    }
  }

  var isAlert: Bool { alertAction != nil }

  var state: Case { Case(name: name, carrying: isAlert ? feature : "\(feature).State") }

  var action: Case { Case(name: name, carrying: alertAction ?? "\(feature).Action") }

  var scope: String? {
    isAlert ? nil : "ComposableCore.Scope(state: \\.\(name), action: \\.\(name)) { \(instance) }"
  }

  var storeCase: String { "case \(name)(ComposableCore.Store<\(state.carried), \(action.carried)>)" }

  var store: String { "case .\(name): .\(name)(store.scope(case: \\.\(name), action: \\.\(name))!)" }
}
