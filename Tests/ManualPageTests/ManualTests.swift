import Foundation
import Testing

@testable import BrightnessCommands
@testable import Commands
@testable import FleetCommands
@testable import ManualPage

@Suite struct ManualTests {
  private static let programs = [Page.brightness: ProgramGrammar.brightness, .fleet: .fleet]

  private static func text(_ page: Page) -> String { page.text(of: "November 20, 2026") }

  @Test(arguments: Page.allCases)
  func `a manual page is up to date with the grammars, and has the date of the package`(page: Page) throws {
    let root = #filePath.components(separatedBy: "/Tests/ManualPageTests/")[0]
    let changelog = try String(contentsOfFile: "\(root)/debian/changelog", encoding: .utf8)
    let file = try String(contentsOfFile: "\(root)/docs/man/\(page.rawValue).1", encoding: .utf8)

    let packaged = try #require(changelog.firstMatch(of: /\n -- .*>  \w+, (\d+) (\w+) (\d+)/))
    let dated = try #require(file.firstMatch(of: /\n\.Dd ((\w{3})\w* (\d+), (\d+))\n/))

    #expect(Int(dated.3) == Int(packaged.1))
    #expect([dated.2, dated.4] == [packaged.2, packaged.3])
    #expect(file == "\(page.text(of: String(dated.1)))\n", "run `make manual`")
  }

  @Test(arguments: Page.allCases)
  func `a manual page has every verb with its options and examples`(page: Page) throws {
    let text = Self.text(page).replacing("\\-", with: "-")
    let program = try #require(Self.programs[page])

    for grammar in [program.overview] + program.verbs {
      if !grammar.name.isEmpty { #expect(text.contains("\n.It Cm \(grammar.name)")) }
      for option in grammar.allOptions { #expect(text.contains("\n.It Fl \(option.name.dropFirst())")) }
      for example in grammar.examples { #expect(text.contains("\n.It Li \(program.name) \(example.arguments)")) }
    }
  }

  @Test(arguments: Page.allCases)
  func `a manual page has the JSON fields of every verb that prints JSON, and of no other`(page: Page) throws {
    let section = try #require(
      Self.text(page).components(separatedBy: "\n.Sh JSON\n").last?.components(separatedBy: "\n.Sh ").first
    )
    let entries = section.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") && !$0.contains("each, if") }
    let listed = entries.flatMap { $0.dropFirst(".It Cm ".count).components(separatedBy: ", ") }
    let program = try #require(Self.programs[page])
    let verbs = program.verbs.filter { $0.option(named: "--json") != nil }.map(\.name)

    // Without a verb, brightness prints an object of its own.
    #expect(Set(listed) == Set(verbs + (page == .brightness ? [program.name] : [])))
  }

  @Test(arguments: Page.allCases)
  func `the text of a manual page contains no accidental macro`(page: Page) {
    let allowed = Set([
      "Dd", "Dt", "Os", "Sh", "Nm", "Nd", "Op", "Bl", "El", "It", "Pa", "Pp", "Xr",
    ])
    let commands = Self.text(page).split(separator: "\n").filter { $0.hasPrefix(".") && !$0.hasPrefix(".\\\"") }

    #expect(commands.allSatisfy { allowed.contains(String($0.dropFirst().prefix(2))) })
  }
}
