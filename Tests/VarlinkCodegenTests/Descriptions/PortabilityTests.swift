import InterfaceChecks
import Testing
import VarlinkCodegen

/// Constructs that sd-varlink 257 or python-varlink 31 cannot parse.
@Suite struct PortabilityTests {
  @Test(arguments: InterfaceDescription.ourNames)
  func `every implementation can parse the interfaces of brightnessd`(name: String) throws {
    let description = try InterfaceDescription(InterfaceDescription.fileText(of: name))

    #expect(description.name == name)
    #expect(description.unportableMembers == [])
  }

  @Test func `every implementation can parse the description of org.varlink.service`() throws {
    #expect(try InterfaceDescription(DescribedServiceTests.text).unportableMembers == [])
  }

  @Test(arguments: [
    "type A (one)", "error A (a: (b: ?[](one)))", "type A ()", "method A(a: ()) -> ()",
    "method A() -> (a: [string]())", "type A (a: [][]int)", "type A (a: []?int)", "type A (a: ?[string]?int)",
  ])
  func `an enumeration of one value, an empty structure and a nested element are not portable`(member: String) throws {
    #expect(try InterfaceDescription("interface a.b \(member)").unportableMembers == ["A"])
  }
}

extension InterfaceDescription {
  fileprivate var unportableMembers: [String] { members.filter { !$0.isPortable }.map(\.name) }
}

extension DescribedMember {
  fileprivate var isPortable: Bool {
    switch kind {
    case .type(let type): type.isPortable
    case .method(let input, let output): (input + output).allSatisfy(\.type.isPortable)
    case .error(let fields): fields.allSatisfy(\.type.isPortable)
    }
  }
}

extension DescribedType {
  fileprivate var isPortable: Bool {
    switch self {
    case .bool, .int, .float, .string, .object, .named: true
    case .structure(let fields): !fields.isEmpty && fields.allSatisfy(\.type.isPortable)
    case .enumeration(let values): values.count > 1
    case .array(let element), .map(let element): element.isPlain && element.isPortable
    case .nullable(let wrapped): wrapped.isPortable
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array, .map, .nullable: false
    case .bool, .int, .float, .string, .object, .named, .structure, .enumeration: true
    }
  }
}
