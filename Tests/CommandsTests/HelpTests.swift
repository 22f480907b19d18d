import CommandLines
import Testing

@testable import Commands

@Suite struct HelpTests {
  @Test func `the help of the program names every verb`() {
    let help = Help.text(of: nil)

    for verb in Verbs.visible { #expect(help.contains("\n  \(verb.name)")) }
    #expect(help.contains("--version"))
  }

  @Test(arguments: Verbs.visible)
  func `the help of a verb has its operands, options and examples`(grammar: Grammar) {
    let help = Help.text(of: grammar)

    #expect(help.hasPrefix("usage: brightness \(grammar.name)"))
    for operand in grammar.operands { #expect(help.contains(operand.name)) }
    for option in grammar.allOptions { #expect(help.contains("\n  \(option.usage) ")) }
    for example in grammar.examples { #expect(help.contains("  brightness \(example.arguments)")) }
    #expect(!grammar.examples.isEmpty)
  }

  @Test(arguments: Verbs.visible)
  func `every example is a valid command line`(grammar: Grammar) throws {
    for example in grammar.examples {
      _ = try Invocation(example.arguments.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [nil] + Verbs.visible)
  func `no line of a help is wider than 120 columns`(grammar: Grammar?) {
    #expect(Help.text(of: grammar).split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test func `the names of verbs, and of the options of a verb, are unique`() {
    let names = Verbs.visible.map(\.name)

    #expect(Set(names).count == names.count)
    for verb in Verbs.visible {
      let options = verb.allOptions.map(\.name)
      #expect(Set(options).count == options.count)
    }
  }
}
