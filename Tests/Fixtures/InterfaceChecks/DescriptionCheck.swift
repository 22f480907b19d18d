import BrightnessEventLoop
import BrightnessVarlink
import VarlinkCodegen

/// A set of parameters of an interface.
public enum DescribedExchange: Hashable, Sendable {
  /// Parameters of a call of the method.
  case call(String)
  /// Parameters of a reply of the method.
  case reply(String)
  /// Parameters of the error.
  case error(String)
}

extension InterfaceDescription {
  /// Throws if parameters do not fit the description. Members are named without the interface.
  public func check(_ parameters: JSONObject, of exchange: DescribedExchange) throws(DescriptionMisfit) {
    let place = "\(name).\(exchange.member)"
    guard let fields = members.lazy.compactMap({ $0.fields(for: exchange) }).first else {
      throw DescriptionMisfit(place: place, expected: nil, found: nil)
    }
    try check(parameters, fields, at: place)
  }

  private func check(
    _ object: JSONObject,
    _ fields: [DescribedField],
    at place: String
  ) throws(DescriptionMisfit) {
    for field in fields {
      try check(object[field.name], field.type, at: "\(place).\(field.name)")
    }
    for member in object.members where !fields.contains(where: { $0.name == member.key }) {
      throw DescriptionMisfit(place: place.entry(member.key), expected: nil, found: member.value.kind)
    }
  }

  private func check(_ value: JSON?, _ type: DescribedType, at place: String) throws(DescriptionMisfit) {
    switch (type, value) {
    case (.nullable, nil), (.nullable, .null), (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .float),
      (.string, .string), (.object, .object):
      break
    case (.int, .float(let number)) where Int64(exactly: number) != nil: break
    case (.enumeration(let values), .string(let text)) where values.contains { $0.name == text }: break
    case (.nullable(let wrapped), _): try check(value, wrapped, at: place)
    case (.named(let name), _): try check(value, describedType(name), at: place)
    case (.structure(let fields), .object(let object)): try check(object, fields, at: place)
    case (.array(let element), .array(let values)):
      for (index, value) in values.enumerated() { try check(value, element, at: "\(place)[\(index)]") }
    case (.map(let element), .object(let object)):
      for member in object.members { try check(member.value, element, at: place.entry(member.key)) }
    default: throw DescriptionMisfit(place: place, expected: type, found: value?.shown(beside: type))
    }
  }

  private func describedType(_ name: String) -> DescribedType {
    for member in members where member.name == name {
      if case .type(let type) = member.kind { return type }
    }
    preconditionFailure("'\(name)' is used in '\(self.name)' and not declared")
  }
}

extension DescribedMember {
  fileprivate func fields(for exchange: DescribedExchange) -> [DescribedField]? {
    switch (kind, exchange) {
    case (.method(let input, _), .call(name)): input
    case (.method(_, let output), .reply(name)): output
    case (.error(let fields), .error(name)): fields
    default: nil
    }
  }
}

extension DescribedExchange {
  fileprivate var member: String {
    switch self {
    case .call(let method), .reply(let method): method
    case .error(let name): name
    }
  }
}

extension JSON {
  /// The kind, or the text if another text was expected.
  fileprivate func shown(beside type: DescribedType) -> String {
    if case .enumeration = type, case .string(let text) = self { text.quotedInShort } else { kind }
  }
}

extension String {
  /// The path of a member with any key.
  fileprivate func entry(_ key: String) -> String { "\(self)[\(key.quotedInShort)]" }
}

/// A value that does not fit a description.
public struct DescriptionMisfit: Error, Hashable, Sendable {
  /// The path to it, such as `io.example.Ping.counts[0]`.
  public let place: String
  /// The described type, if the path is described.
  public let expected: DescribedType?
  /// The kind of the value, if there is one.
  public let found: String?
}

extension DescriptionMisfit: CustomStringConvertible {
  public var description: String {
    guard let expected else { return "cannot accept '\(place)': it is not described" }
    return "cannot accept '\(place)': expected \(expected), found \(found ?? "nothing")"
  }
}
