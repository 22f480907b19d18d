import InterfaceChecks
import Testing
import VarlinkCodegen

@Suite struct PythonDescriptionTests {
  @Test func `python-varlink reads the interfaces of brightnessd`() throws {
    let texts = try DescriptionFiles.names.map { try DescriptionFiles.text(of: $0) }

    let verdicts = try PythonVarlink.verdicts(on: texts)

    #expect(verdicts == DescriptionFiles.names.map { _ in nil })
  }

  @Test func `python-varlink reads random portable descriptions`() throws {
    let texts = (0..<300).map { DescriptionGenerator.description($0, isPortable: true).text }

    let verdicts = try PythonVarlink.verdicts(on: texts)

    #expect(verdicts.count == 300)
    #expect(zip(texts, verdicts).filter { $1 != nil }.map { "\($0): \($1 ?? "")" } == [])
  }

  @Test func `python-varlink refuses exactly the descriptions with an issue for it`() throws {
    let names = ["a1.b", "a-x.b"].map { "interface \($0) type A (b: int)" }
    let types = ["(b: (one))", "(one)", "()", "(b: [string]())", "(b: [][]int)", "(b: []?int)"]
    let texts = names + types.map { "interface a.b type A \($0)" }

    let verdicts = try PythonVarlink.verdicts(on: texts)

    let issues = try texts.map { try InterfaceDescription($0).portabilityIssues.map(\.description).joined() }
    #expect(issues.allSatisfy { !$0.isEmpty })
    #expect(verdicts.map { $0 != nil } == issues.map { $0.contains("python-varlink") })
  }
}
