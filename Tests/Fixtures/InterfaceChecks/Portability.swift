import VarlinkCodegen

/// A construct of a description that another Varlink implementation cannot parse.
public struct PortabilityIssue: Hashable, Sendable {
  /// The path to it, such as `io.example.Ping.count`.
  public let place: String
  /// The construct.
  public let construct: Construct

  public init(place: String, construct: Construct) {
    self.place = place
    self.construct = construct
  }

  /// Constructs that are not portable.
  public enum Construct: Hashable, Sendable {
    case interfaceName, enumerationOfOne, emptyStructure, nestedElement
  }
}

extension PortabilityIssue: CustomStringConvertible {
  public var description: String {
    switch construct {
    case .interfaceName: "cannot share '\(place)': python-varlink wants letters only before the first point"
    case .enumerationOfOne: "cannot share '\(place)': python-varlink wants two values or more in an enumeration"
    case .emptyStructure: "cannot share '\(place)': sd-varlink wants a field in each structure"
    case .nestedElement: "cannot share '\(place)': sd-varlink wants elements that are neither nullable, array nor map"
    }
  }
}

extension InterfaceDescription {
  /// Constructs that python-varlink, sd-varlink or libvarlink cannot parse.
  public var portabilityIssues: [PortabilityIssue] {
    let isName = name.prefix { $0 != "." }.allSatisfy { $0.isASCII && $0.isLetter }
    return (isName ? [] : [PortabilityIssue(place: name, construct: .interfaceName)])
      + members.flatMap { $0.portabilityIssues(in: name) }
  }
}

extension DescribedMember {
  fileprivate func portabilityIssues(in interface: String) -> [PortabilityIssue] {
    let place = "\(interface).\(name)"
    return switch kind {
    case .type(let type): type.portabilityIssues(at: place)
    case .method(let input, let output): (input + output).flatMap { $0.portabilityIssues(in: place) }
    case .error(let fields): fields.flatMap { $0.portabilityIssues(in: place) }
    }
  }
}

extension DescribedField {
  fileprivate func portabilityIssues(in place: String) -> [PortabilityIssue] {
    type.portabilityIssues(at: "\(place).\(name)")
  }
}

extension DescribedType {
  fileprivate func portabilityIssues(at place: String) -> [PortabilityIssue] {
    switch self {
    case .bool, .int, .float, .string, .object, .named: []
    case .structure(let fields):
      fields.isEmpty
        ? [PortabilityIssue(place: place, construct: .emptyStructure)]
        : fields.flatMap { $0.portabilityIssues(in: place) }
    case .enumeration(let values):
      values.count > 1 ? [] : [PortabilityIssue(place: place, construct: .enumerationOfOne)]
    case .array(let element), .map(let element):
      element.isPlain
        ? element.portabilityIssues(at: place)
        : [PortabilityIssue(place: place, construct: .nestedElement)] + element.portabilityIssues(at: place)
    case .nullable(let wrapped): wrapped.portabilityIssues(at: place)
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array, .map, .nullable: false
    case .bool, .int, .float, .string, .object, .named, .structure, .enumeration: true
    }
  }
}
