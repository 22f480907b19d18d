/// The rules for names, by what they name.
enum DescriptionName {
  case interface, member, field

  func allows(_ name: String) -> Bool {
    switch self {
    case .interface: Self.isInterface(Array(name.utf8))
    case .member: Self.isMember(Array(name.utf8))
    case .field: Self.isField(Array(name.utf8))
    }
  }

  private static func isInterface(_ name: [UInt8]) -> Bool {
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count > 1 && name[0].isLetter && labels.allSatisfy(isLabel)
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    guard let first = label.first, let last = label.last else { return false }
    return first.isLetterOrDigit && last.isLetterOrDigit
      && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }

  private static func isMember(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first.isCapital else { return false }
    return name.allSatisfy { $0.isLetterOrDigit }
  }

  private static func isField(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first.isLetter else { return false }
    let words = name.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetterOrDigit } }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  var isLetter: Bool { isCapital || self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }

  var isLetterOrDigit: Bool { isLetter || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
