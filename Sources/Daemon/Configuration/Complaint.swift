import EventLoop

/// Something in a configuration file that is not as it should be.
public struct Complaint: Hashable, Sendable {
  public enum Matter: Hashable, Sendable {
    case unknownSection(String)
    case unknownKey(String, section: String)
    case outsideOfSection(String)
    case malformed(String)
    case wrongLight(section: String)
    case wrongValue(String, key: String, expected: String)
    /// A name that another light has already.
    case takenAlias(String, by: String)
    case unreadable(reason: String)
  }

  public let file: String
  /// Nil where it is about the file as a whole.
  public let line: Int?
  public let matter: Matter

  /// Whether the files are not to be followed; anything else is passed over, since another version may know it.
  public var isError: Bool {
    switch matter {
    case .unknownSection, .unknownKey, .outsideOfSection: false
    case .malformed, .wrongLight, .wrongValue, .takenAlias, .unreadable: true
    }
  }
}

extension Complaint: CustomStringConvertible {
  public var description: String {
    let place = line.map { "\(file):\($0): " } ?? ""
    return place + sentence
  }

  /// What is wrong, without the place.
  var sentence: String {
    switch matter {
    case .unknownSection(let name): "cannot use \("[\(name)]".quotedInShort): no such section is known"
    case .unknownKey(let key, let section): "cannot use \(key.quotedInShort): no such key is known in [\(section)]"
    case .outsideOfSection(let key): "cannot use \(key.quotedInShort): it stands before any section"
    case .malformed(let text): "cannot read \(text.quotedInShort): expected [Section] or Key=value"
    case .wrongLight(let section):
      "cannot use \("[\(section)]".quotedInShort): expected a light such as [Light backlight/intel_backlight]"
    case .wrongValue(let value, let key, let expected):
      "cannot use \("\(key)=\(value)".quotedInShort): expected \(expected)"
    case .takenAlias(let alias, let light): "cannot use \("Alias=\(alias)".quotedInShort): \(light) has that name"
    case .unreadable(let reason): "cannot read '\(file)': \(reason)"
    }
  }
}
