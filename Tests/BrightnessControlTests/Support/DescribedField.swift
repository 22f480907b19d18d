import BrightnessVarlink
import InterfaceChecks
import VarlinkCodegen

/// A field of a call, reply or error, by its path; array elements have the path of their array.
struct DescribedField: Hashable {
  let path: [String]
  /// The type of the value, with names resolved and without its nullability.
  let type: DescribedType
  let isNullable: Bool

  var name: String { path[path.count - 1] }

  /// Values of the type.
  var validValues: [JSON] {
    switch type {
    case .bool: [.bool(false), .bool(true)]
    case .int: [.integer(0), .integer(.max)]
    case .float: [.integer(1), .float(0.5)]
    case .string: [.string(""), .string("any text")]
    case .enumeration(let values): values.map { .string($0.name) }
    case .array: [.array([])]
    case .object, .named, .structure, .map, .nullable: []
    }
  }

  /// Values of other types.
  var invalidValues: [JSON] {
    switch type {
    case .int: [.string("1"), .float(1.5), .bool(true)]
    case .string: [.integer(1), .array([])]
    default: [.string("no word"), .array([.integer(1)])]
    }
  }
}

extension InterfaceDescription {
  static func ours(_ name: String) throws -> InterfaceDescription {
    try InterfaceDescription(fileText(of: name))
  }

  /// Every call, reply and error.
  var exchanges: [DescribedExchange] {
    members.flatMap { member -> [DescribedExchange] in
      switch member.kind {
      case .type: []
      case .method: [.call(member.name), .reply(member.name)]
      case .error: [.error(member.name)]
      }
    }
  }

  func allFields(of exchange: DescribedExchange) -> [DescribedField] {
    members.flatMap { member -> [DescribedField] in
      switch (member.kind, exchange) {
      case (.method(let fields, _), .call(member.name)), (.method(_, let fields), .reply(member.name)),
        (.error(let fields), .error(member.name)):
        fields.flatMap { allFields(of: $0.type, at: [$0.name]) }
      default: []
      }
    }
  }

  private func allFields(of type: DescribedType, at path: [String]) -> [DescribedField] {
    var (resolved, isNullable) = (type, false)
    if case .nullable(let wrapped) = resolved { (resolved, isNullable) = (wrapped, true) }
    if case .named(let name) = resolved { resolved = self.type(name) }
    return [DescribedField(path: path, type: resolved, isNullable: isNullable)] + inner(resolved, at: path)
  }

  private func inner(_ type: DescribedType, at path: [String]) -> [DescribedField] {
    switch type {
    case .structure(let fields): fields.flatMap { allFields(of: $0.type, at: path + [$0.name]) }
    case .array(let element), .nullable(let element): inner(element, at: path)
    case .named(let name): inner(self.type(name), at: path)
    default: []
    }
  }

  private func type(_ name: String) -> DescribedType {
    for member in members where member.name == name {
      if case .type(let type) = member.kind { return type }
    }
    preconditionFailure("'\(name)' is not a type of the description")
  }
}
