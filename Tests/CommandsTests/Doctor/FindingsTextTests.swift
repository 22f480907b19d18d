import Testing

@testable import Commands

@Suite struct FindingsTextTests {
  private static let findings = Findings(all: [
    Finding(.well, "daemon", "d", "it answers"),
    Finding(.wrong, "debt", "backlight/a", "a light is owed: it is not there", do: "plug it in again, or wait"),
  ])

  @Test func `what to do stands below what is wrong`() {
    #expect(
      Self.findings.lines(on: .file) == [
        "well   daemon  it answers", "wrong  debt    a light is owed: it is not there",
        "               to do: plug it in again, or wait", "1 thing is wrong",
      ]
    )
  }

  @Test(arguments: 35...80)
  func `long lines are broken between words`(columns: Int) {
    let lines = Self.findings.lines(on: .terminal(columns))

    #expect(lines.allSatisfy { $0.columns <= columns })
    #expect(lines.joined(separator: " ").split(separator: " ").contains("again,"))
  }

  @Test func `what a configuration says cannot move the cursor`() {
    let findings = Findings(all: [Finding(.wrong, "config", "a", "a\u{1B}[2J\nb")])

    #expect(findings.lines(on: .terminal(80)).allSatisfy { !$0.contains("\u{1B}[2J") })
    #expect(findings.lines(on: .terminal(80)).count == 2)
  }
}
