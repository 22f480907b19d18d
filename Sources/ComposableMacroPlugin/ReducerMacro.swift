import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a feature of an enum of screens: writes its `State`, its `Action` and its `body`.
public enum ReducerMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      let cure = "Let a feature of its own conform to 'Reducer', and put '@CasePathable' on its 'Action'."
      throw Misuse.error("'@Reducer' joins the screens of an enum. \(cure)", at: node)
    }
    let screens = try declaration.cases.map(Screen.init)
    let access = declaration.access
    let body = screens.map(\.scope).joined(separator: "\n")
    return [
      "\(raw: types("State", screens, access: access))",
      "\(raw: types("Action", screens, access: access))",
      """
      @Composable.ReducerBuilder<State, Action> \(raw: access)static var body: some Composable.Reducer<State, Action> {
      \(raw: body)
      }
      """,
    ]
  }

  private static func types(_ part: String, _ screens: [Screen], access: String) -> String {
    let cases = screens.map { Case(name: $0.name, carrying: "\($0.feature).\(part)") }
    let members = casePaths(of: part, cases, access: access).map(\.description)
    let lines = cases.map { "case \($0.name)(\($0.payload[0].type))" } + members
    return "\(access)enum \(part): Composable.CasePathable, Sendable {\n\(lines.joined(separator: "\n"))\n}"
  }
}

/// A screen: a case that carries a feature.
private struct Screen {
  let name: String
  let feature: String
  private let instance: String

  init(_ element: EnumCaseElementSyntax) throws {
    guard let carried = element.parameterClause?.parameters, carried.count == 1, let feature = carried.first else {
      let name = element.name.text
      throw Misuse.error("A case of a '@Reducer' enum carries one feature: 'case \(name)(Feature)'.", at: element)
    }
    name = element.name.text
    self.feature = feature.type.trimmedDescription
    instance = feature.defaultValue?.value.trimmedDescription ?? "\(self.feature)()"
  }

  var scope: String { "Composable.Scope(state: \\.\(name), action: \\.\(name)) { \(instance) }" }
}
