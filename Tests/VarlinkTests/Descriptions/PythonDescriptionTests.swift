import Testing
import Varlink

@Suite struct PythonDescriptionTests {
  @Test func `python reads our interfaces`() throws {
    let texts = try DescriptionFiles.names.map { try DescriptionFiles.text(of: $0) }

    let verdicts = try PythonVarlink.verdicts(on: texts)

    #expect(verdicts == DescriptionFiles.names.map { _ in nil })
  }

  @Test func `python reads what is written of the portable part`() throws {
    let texts = (0..<300).map { DescriptionGenerator.description($0, isPortable: true).text }

    let verdicts = try PythonVarlink.verdicts(on: texts)

    #expect(verdicts.count == 300)
    #expect(zip(texts, verdicts).filter { $1 != nil }.map { "\($0): \($1 ?? "")" } == [])
  }

  @Test func `python refuses what is told to be beyond it, and reads the rest`() throws {
    let names = ["a1.b", "a-x.b"].map { "interface \($0) type A (b: int)" }
    let types = ["(b: (one))", "(one)", "()", "(b: [string]())", "(b: [][]int)", "(b: []?int)"]
    let texts = names + types.map { "interface a.b type A \($0)" }

    let verdicts = try PythonVarlink.verdicts(on: texts)

    let issues = try texts.map { try InterfaceDescription($0).portabilityIssues.map(\.description).joined() }
    #expect(issues.allSatisfy { !$0.isEmpty })
    #expect(verdicts.map { $0 != nil } == issues.map { $0.contains("python-varlink") })
  }
}
