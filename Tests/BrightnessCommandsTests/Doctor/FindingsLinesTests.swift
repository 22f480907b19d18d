import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct FindingsLinesTests {
  private static let findings = Findings(all: [
    Finding(grade: .ok, subject: "daemon", object: "d", message: "it answers"),
    Finding(
      grade: .problem,
      subject: "restore",
      object: "backlight/a",
      message: "not restored: it is not connected",
      fix: "plug it in again, or wait"
    ),
  ])

  @Test func `the fix is below the problem`() {
    #expect(
      Self.findings.lines(on: .file) == [
        "ok       daemon   it answers", "problem  restore  not restored: it is not connected",
        "                  fix: plug it in again, or wait", "1 problem",
      ]
    )
  }

  @Test(arguments: 38...80)
  func `long lines are broken between words`(columns: Int) {
    let lines = Self.findings.lines(on: .terminal(columns))

    #expect(lines.allSatisfy { $0.columns <= columns })
    #expect(lines.joined(separator: " ").split(separator: " ").contains("again,"))
  }

  @Test func `the text of a configuration cannot move the cursor`() {
    let findings = Findings(all: [Finding(grade: .problem, subject: "config", object: "a", message: "a\u{1B}[2J\nb")])

    #expect(findings.lines(on: .terminal(80)).allSatisfy { !$0.contains("\u{1B}[2J") })
    #expect(findings.lines(on: .terminal(80)).count == 2)
  }
}
