enum DescriptionName {
  case interface, member, field

  var expected: String {
    switch self {
    case .interface: "the name of an interface such as org.example.ping"
    case .member: "a name such as Ping"
    case .field: "a name such as pingCount"
    }
  }

  func allows(_ name: String) -> Bool {
    guard let first = name.first, first.isASCII, first.isLetter else { return false }
    switch self {
    case .interface:
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      return labels.count > 1 && labels.allSatisfy(Self.isLabel)
    case .member: return first.isUppercase && name.allSatisfy(\.isLetterOrDigit)
    case .field:
      let words = name.split(separator: "_", omittingEmptySubsequences: false)
      return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLetterOrDigit) }
    }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    guard let first = label.first, let last = label.last else { return false }
    return first.isLetterOrDigit && last.isLetterOrDigit && label.allSatisfy { $0.isLetterOrDigit || $0 == "-" }
  }
}

extension Character {
  var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
