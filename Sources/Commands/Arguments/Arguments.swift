import BrightnessControl
import BrightnessEventLoop
import CommandLines

/// The arguments of a verb. The verb takes those that it understands, and then calls `end`.
package struct Arguments {
  package var grammar: Grammar
  package var words: ArraySlice<String> = []
  /// In the order of the command line.
  package var options: [Given] = []
  /// The words after `--`, if it was given.
  package var command: [String]?

  package struct Given: Hashable {
    let name: String
    let value: String?

    /// Converts the value; an error names the option.
    func value<Value>(as convert: (String) throws(UsageError) -> Value) throws(UsageError) -> Value {
      do throws(UsageError) {
        return try convert(value ?? "")
      } catch .unexpectedWord(let word, let expected) {
        throw .wrongValue(name, word, expected: expected)
      }
    }
  }

  package func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  package func value(of option: Option) -> String? { options.last { $0.name == option.name }?.value }

  package func value<Value>(of option: Option, as convert: (String) throws(UsageError) -> Value) throws(UsageError)
    -> Value?
  {
    guard let given = options.last(where: { $0.name == option.name }) else { return nil }
    return try given.value(as: convert)
  }

  func choice<Choice: RawRepresentable<String>>(of option: Option) throws(UsageError) -> Choice? {
    try value(of: option) { (text) throws(UsageError) in
      guard let choice = Choice(rawValue: text) else {
        throw .unexpectedWord(text, expected: option.value?.expected ?? "")
      }
      return choice
    }
  }

  package func refuse(_ one: Option, with other: Option) throws(UsageError) {
    if has(one), has(other) { throw .conflict(one.name, other.name) }
  }

  /// Takes the next word, which is required.
  package mutating func word() throws(UsageError) -> String {
    guard let word = try optionalWord() else {
      throw .missingValue(grammar.name, expected: grammar.operands.first?.expected ?? "an argument")
    }
    return word
  }

  package mutating func optionalWord() throws(UsageError) -> String? {
    // A slice keeps its indices, so that this counts the words that were taken.
    let operand = grammar.operands.prefix(words.startIndex + 1).last
    guard let word = words.popFirst() else { return nil }
    guard !word.isEmpty else { throw .unexpectedWord(word, expected: operand?.expected ?? "no argument") }
    return word
  }

  package mutating func allWords() throws(UsageError) -> [String] {
    var all: [String] = []
    while let word = try optionalWord() { all.append(word) }
    return all
  }

  /// Throws if the verb has not taken all words.
  func end() throws(UsageError) {
    let expected = grammar.takesCommand ? "-- before a command" : "no more arguments"
    if let word = words.first { throw .unexpectedWord(word, expected: expected) }
  }
}

extension Level {
  package init(argument: String) throws(UsageError) {
    do throws(LevelSyntaxError) {
      self = try Self(text: argument)
    } catch {
      throw .unexpectedWord(argument.inOneLine(atMost: 40), expected: "\(error)")
    }
  }

  /// Reads the step of `up` and `down`, a change without its sign: `5%` or `raw:10`.
  package init(step: String, isDown: Bool) throws(UsageError) {
    let sign = isDown ? "-" : "+"
    do throws(LevelSyntaxError) {
      self = try Self(text: step.hasPrefix("raw:") ? "raw:\(sign)\(step.dropFirst(4))" : sign + step)
    } catch {
      // The other errors name a range, which also applies to a step.
      let isOfForm = [.level, .percent, .rawNumber, .step].contains(error)
      let expected = isOfForm ? "a step such as 5% or raw:10" : "\(error)"
      throw .unexpectedWord(step.inOneLine(atMost: 40), expected: expected)
    }
  }
}

extension Double {
  package init(argument: String) throws(UsageError) {
    do throws(LevelSyntaxError) {
      self = try Double(percentage: argument)
    } catch {
      let isNumber = error == .percentInRange || error == .decimals
      let expected = isNumber ? "\(error)" : "a percentage such as 40% or 50.5%"
      throw .unexpectedWord(argument.inOneLine(atMost: 40), expected: expected)
    }
  }
}
