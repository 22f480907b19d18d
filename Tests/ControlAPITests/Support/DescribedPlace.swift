import InterfaceChecks
import Foundation
import Varlink

/// A field of what is exchanged, by the names that lead to it; elements of arrays are passed through.
struct DescribedPlace: Hashable {
  let path: [String]
  /// What stands there where something does, and is described in full.
  let type: DescribedType
  let isNullable: Bool

  var name: String { path[path.count - 1] }

  /// Values that belong there.
  var fits: [JSON] {
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

  /// Values that do not belong there.
  var misfits: [JSON] {
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

  /// The description under `interfaces/`, as it lies there.
  static func fileText(of name: String) throws -> String {
    let root = #filePath.components(separatedBy: "/Tests/ControlAPITests/")[0]
    return try String(contentsOfFile: "\(root)/interfaces/\(name).varlink", encoding: .utf8)
  }

  /// Everything that can be exchanged.
  var exchanges: [DescribedExchange] {
    members.flatMap { member -> [DescribedExchange] in
      switch member.kind {
      case .type: []
      case .method: [.call(member.name), .reply(member.name)]
      case .error: [.error(member.name)]
      }
    }
  }

  func places(of exchange: DescribedExchange) -> [DescribedPlace] {
    members.flatMap { member -> [DescribedPlace] in
      switch (member.kind, exchange) {
      case (.method(let fields, _), .call(member.name)), (.method(_, let fields), .reply(member.name)),
        (.error(let fields), .error(member.name)):
        fields.flatMap { places(of: $0.type, at: [$0.name]) }
      default: []
      }
    }
  }

  private func places(of type: DescribedType, at path: [String]) -> [DescribedPlace] {
    var (resolved, isNullable) = (type, false)
    if case .nullable(let wrapped) = resolved { (resolved, isNullable) = (wrapped, true) }
    if case .named(let name) = resolved { resolved = self.type(name) }
    return [DescribedPlace(path: path, type: resolved, isNullable: isNullable)] + inner(resolved, at: path)
  }

  private func inner(_ type: DescribedType, at path: [String]) -> [DescribedPlace] {
    switch type {
    case .structure(let fields): fields.flatMap { places(of: $0.type, at: path + [$0.name]) }
    case .array(let element), .nullable(let element): inner(element, at: path)
    case .named(let name): inner(self.type(name), at: path)
    default: []
    }
  }

  private func type(_ name: String) -> DescribedType {
    for member in members where member.name == name {
      if case .type(let type) = member.kind { return type }
    }
    preconditionFailure("'\(name)' is none of the types")
  }
}
