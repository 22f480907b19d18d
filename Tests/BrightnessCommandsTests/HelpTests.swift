import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct HelpTests {
  @Test func `the help of the program names every verb`() {
    let help = Help.text(of: nil, in: .brightness, on: .file)

    for verb in ProgramGrammar.brightness.verbs { #expect(help.contains("\n  \(verb.name)")) }
    #expect(help.contains("--version"))
  }

  @Test(arguments: ProgramGrammar.brightness.verbs)
  func `the help of a verb has its operands, options and examples`(grammar: Grammar) {
    let help = Help.text(of: grammar, in: .brightness, on: .file)

    #expect(help.hasPrefix("usage: brightness \(grammar.name)"))
    for operand in grammar.operands { #expect(help.contains(operand.name)) }
    for option in grammar.allOptions { #expect(help.contains("\n  \(option.usage)")) }
    for example in grammar.examples { #expect(help.contains("  brightness \(example.arguments)")) }
    #expect(!grammar.examples.isEmpty)
  }

  @Test(arguments: ProgramGrammar.brightness.verbs)
  func `every example is a valid command line`(grammar: Grammar) throws {
    for example in grammar.examples {
      _ = try Invocation(example.arguments.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [40, 60, 80, 120], [true, false])
  func `a help fits the terminal, and breaks no word`(columns: Int, isUnicode: Bool) {
    let screen = Screen.terminal(columns, isUnicode: isUnicode)
    for grammar in [nil] + ProgramGrammar.brightness.verbs {
      let help = Help.text(of: grammar, in: .brightness, on: screen)
      let wide = Help.text(of: grammar, in: .brightness, on: .terminal(120, isUnicode: isUnicode))

      // A command of the examples, or an option with its value, stays in one line to be copied.
      let tooWide = help.split(separator: "\n").map(String.init).filter { $0.columns > columns }
      #expect(tooWide.allSatisfy { $0.hasPrefix("  brightness ") || $0.hasPrefix("  --") }, "\(tooWide)")
      #expect(help.split(whereSeparator: \.isWhitespace).elementsEqual(wide.split(whereSeparator: \.isWhitespace)))
      #expect(isUnicode || help.utf8.allSatisfy { $0 < 128 })
    }
  }

  @Test func `a help is as wide as 80 columns where there is no terminal, and as 120 on a wider one`() {
    for grammar in ProgramGrammar.brightness.verbs {
      #expect(
        Help.text(of: grammar, in: .brightness, on: .file) == Help.text(of: grammar, in: .brightness, on: .terminal(80))
      )
      #expect(
        Help.text(of: grammar, in: .brightness, on: .terminal(200))
          == Help.text(of: grammar, in: .brightness, on: .terminal(120))
      )
    }
  }

  @Test func `an option that is too wide for its column has a line of its own`() {
    let layout = HelpLayout(on: .terminal(30))

    let rows = layout.rows([("--at LEVEL", "exactly this level"), ("--at-most [LIGHT=]LEVEL", "at most this")])

    #expect(
      rows == """
          --at LEVEL   exactly this
                       level
          --at-most [LIGHT=]LEVEL
                       at most this
        """
    )
  }

  @Test func `the names of verbs, and of the options of a verb, are unique`() {
    let names = ProgramGrammar.brightness.verbs.map(\.name)

    #expect(Set(names).count == names.count)
    for verb in ProgramGrammar.brightness.verbs {
      let options = verb.allOptions.map(\.name)
      #expect(Set(options).count == options.count)
    }
  }
}
