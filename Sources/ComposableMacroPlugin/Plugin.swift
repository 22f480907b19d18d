@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The compiler's plug-in: expands the macros of `ComposableMacros` until the compiler closes its pipe.
@main struct Plugin: PluginProvider {
  static func main() throws {
    try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Self()).main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    let macros: [any Macro.Type] = [CasePathableMacro.self, DependencyClientMacro.self, ReducerMacro.self]
    guard let macro = macros.first(where: { String(describing: $0) == typeName }) else {
      throw UnknownMacro(name: typeName)
    }
    return macro
  }
}

private struct UnknownMacro: Error, CustomStringConvertible {
  let name: String

  var description: String { "the plug-in of ComposableMacros has no macro '\(name)'" }
}
