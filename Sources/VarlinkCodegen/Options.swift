import CommandLines

struct Options: Hashable {
  enum Access: String, CaseIterable {
    case `public`, package, `internal`
  }

  /// Where the Swift type of a described type comes from.
  enum Use: Hashable {
    /// An extension of the interface declares it.
    case declaredByHand
    /// Another type has the same meaning.
    case existing(String)
  }

  var access = Access.public
  var prefix: String?
  var imports: [String] = []
  var uses: [String: Use] = [:]
  var hasDurations = false

  init() {}

  init(_ words: [String]) throws(UsageError) {
    var reader = ArgumentReader(words)
    while let part = reader.next() {
      guard case .option(let option) = part else {
        guard case .word(let word) = part else { continue }
        throw .unexpectedWord(word, expected: "an option")
      }
      try read(option, from: &reader)
      try reader.endOption()
    }
  }

  private mutating func read(_ option: String, from reader: inout ArgumentReader) throws(UsageError) {
    switch option {
    case "--access":
      let value = try reader.value("an access level")
      guard let access = Access(rawValue: value) else {
        throw .wrongValue(option, value, expected: "public, package or internal")
      }
      self.access = access
    case "--prefix": prefix = try reader.value("a name")
    case "--import": imports.append(try reader.value("a module"))
    case "--use":
      let parts = try reader.value("a type").split(separator: "=", maxSplits: 1).map(String.init)
      uses[parts[0]] = parts.count == 2 ? .existing(parts[1]) : .declaredByHand
    case "--durations": hasDurations = true
    default: throw .unknownOption(option)
    }
  }
}
