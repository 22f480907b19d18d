import Foundation
import Testing

@testable import Commands
@testable import ManualPage

@Suite struct ManualTests {
  private static let text = Manual.text(of: "November 20, 2026")

  @Test func `the manual page is up to date with the grammars, and has the date of the package`() throws {
    let root = #filePath.components(separatedBy: "/Tests/ManualPageTests/")[0]
    let changelog = try String(contentsOfFile: "\(root)/packaging/debian/changelog", encoding: .utf8)
    let page = try String(contentsOfFile: "\(root)/docs/man/brightness.1", encoding: .utf8)

    let packaged = try #require(changelog.firstMatch(of: /\n -- .*>  \w+, (\d+) (\w+) (\d+)/))
    let dated = try #require(page.firstMatch(of: /\n\.Dd ((\w{3})\w* (\d+), (\d+))\n/))

    #expect(Int(dated.3) == Int(packaged.1))
    #expect([dated.2, dated.4] == [packaged.2, packaged.3])
    #expect(page == "\(Manual.text(of: String(dated.1)))\n", "run `make manual`")
  }

  @Test(arguments: [Verbs.overview] + Verbs.visible)
  func `the manual page has every verb with its options and examples`(grammar: Grammar) {
    let page = Self.text.replacing("\\-", with: "-")

    if !grammar.name.isEmpty { #expect(page.contains("\n.It Cm \(grammar.name)")) }
    for option in grammar.allOptions { #expect(page.contains("\n.It Fl \(option.name.dropFirst())")) }
    for example in grammar.examples { #expect(page.contains("\n.It Li brightness \(example.arguments)")) }
  }

  @Test func `the manual page has the JSON fields of every verb that prints JSON, and of no other`() throws {
    let section = try #require(
      Self.text.components(separatedBy: "\n.Sh JSON\n").last?.components(separatedBy: "\n.Sh ").first
    )
    let entries = section.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }.dropLast()
    let listed = entries.flatMap { $0.dropFirst(".It Cm ".count).components(separatedBy: ", ") }

    let verbs = Verbs.visible.filter { $0.option(named: "--json") != nil }.map(\.name)

    #expect(Set(listed) == Set(verbs + [Grammar.program]))
  }

  @Test func `the text of the manual page contains no accidental macro`() {
    let allowed = Set([
      "Dd", "Dt", "Os", "Sh", "Nm", "Nd", "Op", "Bl", "El", "It", "Pp", "Xr",
    ])
    let commands = Self.text.split(separator: "\n").filter { $0.hasPrefix(".") && !$0.hasPrefix(".\\\"") }

    #expect(commands.allSatisfy { allowed.contains(String($0.dropFirst().prefix(2))) })
  }
}
