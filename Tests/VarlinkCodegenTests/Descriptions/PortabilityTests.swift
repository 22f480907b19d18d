@testable import VarlinkCodegen

import InterfaceChecks
import Testing

@Suite struct PortabilityTests {
  @Test(arguments: DescriptionFiles.names)
  func `the interfaces of brightnessd have no portability issue`(name: String) throws {
    let description = try InterfaceDescription(DescriptionFiles.text(of: name))

    #expect(description.portabilityIssues == [])
  }

  @Test(arguments: 0..<100)
  func `random portable descriptions have no issue`(seed: Int) {
    #expect(DescriptionGenerator.description(seed, isPortable: true).portabilityIssues == [])
  }

  @Test(
    arguments: [
      ("type A (one)", "A", PortabilityIssue.Construct.enumerationOfOne),
      ("type A (a: (one))", "A.a", .enumerationOfOne),
      ("error A (a: (b: ?[](one)))", "A.a.b", .enumerationOfOne),
      ("type A ()", "A", .emptyStructure),
      ("method A(a: ()) -> ()", "A.a", .emptyStructure),
      ("method A() -> (a: [string]())", "A.a", .emptyStructure),
      ("type A (a: [][]int)", "A.a", .nestedElement),
      ("type A (a: [string][]int)", "A.a", .nestedElement),
      ("type A (a: []?int)", "A.a", .nestedElement),
      ("type A (a: []?[]int)", "A.a", .nestedElement),
      ("type A (a: ?[string]?int)", "A.a", .nestedElement),
    ]
  )
  func `constructs that an implementation cannot parse are issues`(
    member: String,
    place: String,
    construct: PortabilityIssue.Construct
  ) throws {
    let description = try InterfaceDescription("interface a.b \(member)")

    #expect(description.portabilityIssues == [PortabilityIssue(place: "a.b.\(place)", construct: construct)])
  }

  @Test(arguments: ["a1.b", "a-x.b"])
  func `a first label with other characters than letters is an issue`(name: String) throws {
    let description = try InterfaceDescription("interface \(name)")

    #expect(description.portabilityIssues == [PortabilityIssue(place: name, construct: .interfaceName)])
  }

  @Test(
    arguments: [
      "method A() -> ()", "error A ()", "type A (a: ?A)", "type A (a: []B) type B (a: [string]A)",
      "type A (a: ?[](b: int))", "type A (one, two) type B (a: A) # no newline",
      "type A (# first\na: int, # last\nb: int)",
    ]
  )
  func `portable constructs are no issue`(members: String) throws {
    #expect(try InterfaceDescription("interface a.b0-c \(members)").portabilityIssues == [])
  }

  @Test func `an issue names the implementation and the construct`() throws {
    let description = try InterfaceDescription("interface a1.b type A (a: [][](one), b: ())")

    #expect(
      description.portabilityIssues.map(\.description) == [
        "cannot share 'a1.b': python-varlink wants letters only before the first point",
        "cannot share 'a1.b.A.a': sd-varlink wants elements that are neither nullable, array nor map",
        "cannot share 'a1.b.A.a': python-varlink wants two values or more in an enumeration",
        "cannot share 'a1.b.A.b': sd-varlink wants a field in each structure",
      ]
    )
  }
}
