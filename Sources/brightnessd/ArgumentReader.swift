/// The words of a command line, option by option: `--name VALUE` or `--name=VALUE`.
struct ArgumentReader {
  private(set) var seen: Set<String> = []
  private var rest: ArraySlice<String>
  private var option = ""
  /// What stands after the sign, until somebody takes it.
  private var attached: String?

  init(_ words: [String]) {
    rest = words[...]
  }

  /// The name of the next option; nil at the end.
  mutating func next() throws(UsageError) -> String? {
    guard let word = rest.popFirst() else { return nil }
    guard word.hasPrefix("-") else { throw .unexpectedWord(word) }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    option = parts[0]
    attached = parts.count == 2 ? parts[1] : nil
    guard seen.insert(option).inserted else { throw .repeated(option) }
    return option
  }

  /// The value of the present option.
  mutating func value(_ expected: String) throws(UsageError) -> String {
    let value = attached ?? (rest.first?.hasPrefix("-") == true ? nil : rest.popFirst())
    attached = nil
    guard let value, !value.isEmpty else { throw .missingValue(option, expected: expected) }
    return value
  }

  /// Sees that nothing is left over of the present option.
  func endOption() throws(UsageError) {
    if let attached { throw .unexpectedValue(option, attached) }
  }
}
