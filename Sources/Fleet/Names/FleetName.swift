/// A name in a topic: of a device, a group, a controller or a session.
///
/// Brokers and their access lists accept these characters everywhere, none of them is a wildcard,
/// and a name can be shown without an escape.
public struct FleetName: Hashable, Comparable, Sendable, CustomStringConvertible {
  public static let longest = 64

  public let description: String

  /// Nil unless the text is 1 to 64 letters, digits, hyphens and underscores of ASCII.
  public init?(_ text: some StringProtocol) {
    guard 1...Self.longest ~= text.utf8.count, text.utf8.allSatisfy(\.isOfName) else { return nil }
    description = String(text)
  }

  /// A name made from one that was given for another purpose: of a host, a user. Each other
  /// character is a hyphen.
  public init(of text: String) {
    let letters = text.unicodeScalars.prefix(Self.longest).map { $0.isASCII && UInt8($0.value).isOfName ? $0 : "-" }
    description = letters.isEmpty ? "-" : String(String.UnicodeScalarView(letters))
  }

  public static func < (left: FleetName, right: FleetName) -> Bool { left.description < right.description }
}

extension UInt8 {
  var isOfName: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
