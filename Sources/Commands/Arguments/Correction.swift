import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines

/// What an invalid command line probably means.
///
/// Each error is corrected by one change of the words, and the result is parsed again, since a
/// command line may have several errors. Only a command line that is valid in the end is suggested.
package struct Correction {
  /// The words before `--`, and the rest from there.
  private let words, rest: [String]
  private let program: ProgramGrammar
  private let verb: Grammar?
  /// The words that belong to no option, besides the verb.
  private let operands: [String]
  private var operand: String? { operands.first }

  /// Names the command line that was probably meant; nil if none is likely.
  package static func hint(on words: [String], in program: ProgramGrammar) -> String? {
    guard let meant = Self.words(meantBy: words, in: program), meant.allSatisfy(\.isPlain) else { return nil }
    return "did you mean `\(([program.name] + meant.map(\.shellWord)).joined(separator: " "))`?"
  }

  /// A valid command line, or one that lacks only the operand of its verb; nil if none is likely.
  static func words(meantBy words: [String], in program: ProgramGrammar) -> [String]? {
    var meant = words
    // Light, level and verb may each be wrong, and in the wrong order.
    for _ in 0..<8 {
      var parser = CommandLineParser(meant, of: program)
      do throws(UsageError) {
        _ = try parser.parse()
        return meant
      } catch {
        let isIncomplete = if case .missingValue(let name, _) = error { name == parser.verb?.name } else { false }
        if isIncomplete, meant != words, parser.arguments.words.isEmpty, parser.arguments.command == nil {
          return meant
        }
        guard let next = Correction(meant, program).mended(error), next != meant else { return nil }
        meant = next
      }
    }
    return nil
  }

  private init(_ words: [String], _ program: ProgramGrammar) {
    self.program = program
    let end = words.firstIndex(of: "--") ?? words.endIndex
    self.words = Array(words[..<end])
    rest = Array(words[end...])
    // A new parser, since the one that threw the error has consumed some of the words.
    var parser = CommandLineParser(words, of: program)
    try? parser.read()
    verb = parser.verb
    operands = Array(parser.arguments.words)
  }

  private func mended(_ error: UsageError) -> [String]? {
    // A space before the sign, as in `50 %`.
    if let sign = words.dropFirst().firstIndex(of: "%"), words[sign - 1].last?.isNumber == true {
      return words[..<(sign - 1)] + [words[sign - 1] + "%"] + words[(sign + 1)...] + rest
    }
    return switch error {
    case .unknownVerb(let word): mended(verb: word)
    case .unknownOption(let name): mended(option: name)
    case .unexpectedWord(let word, _): mended(operand: word)
    case .wrongValue(let option, let value, _): mended(value, of: option)
    case .missingValue(let name, _): mended(incomplete: name)
    case .repeated, .unexpectedValue, .conflict: nil
    }
  }

  private func mended(verb word: String) -> [String]? {
    if let meant = ForeignWords.verbs[word] { return replacing(word, by: meant) }
    let names = program.verbs.map(\.name)
    if let near = word.nearest(among: names) { return replacing(word, by: [near]) }
    // After `help VERB` the other words have no meaning.
    guard verb == nil, Self.isLevel(word) || ForeignWords.mayBeLight(word) else { return nil }
    let verb = words.first { names.contains($0) || ForeignWords.verbs[$0] != nil }
    if let verb { return [verb] + words.filter { $0 != verb } + rest }
    return words.contains(where: Self.isLevel) ? [VerbName.set] + words + rest : nil
  }

  private func mended(option name: String) -> [String]? {
    guard let index = words.firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) else { return nil }
    let value = words[index].dropFirst(name.count)
    if name == "--all", verb?.name == VerbName.cancel { return [VerbName.reset] }
    if let meant = foreign(option: name, at: index) { return meant + rest }
    if let meant = ForeignWords.options[name] {
      return replacing(words[index], by: meant + (value.isEmpty ? [] : [String(value.dropFirst())]))
    }
    if verb?.takesCommand == true, rest.isEmpty, let operand { return command(from: operand) }
    let bare = String(name.drop { $0 == "-" })
    if Help.kindNames.contains(bare) || verb?.operands.first?.kind == .level && Self.isLevel(bare) {
      return replacing(words[index], by: ["\(bare)\(value)"])
    }
    return name.nearest(among: (verb ?? program.overview).allOptions.map(\.name)).flatMap {
      replacing(words[index], by: [$0 + value])
    }
  }

  /// The words without an option of brightnessctl that has no direct counterpart here.
  private func foreign(option name: String, at index: Int) -> [String]? {
    var others = words
    others.remove(at: index)
    switch name {
    case "-c", "--class":
      if words[index] == name, others.indices.contains(index) { others.remove(at: index) }
      return others
    case "-m", "--machine-readable": return (others.isEmpty ? [VerbName.list] : others) + [Option.json.name]
    default: return nil
    }
  }

  private func mended(operand word: String) -> [String]? {
    guard let verb, let index = words.lastIndex(of: word) else { return nil }
    if verb.takesCommand { return rest.isEmpty ? command(from: word) : nil }
    if verb.name == VerbName.reset {
      if word == "all" { return words.filter { $0 != word } }
      return words.map { $0 == verb.name ? VerbName.cancel : $0 }
    }
    switch verb.operands.first?.kind {
    case .level: return mended(level: word, at: index)
    case .step: return mended(step: word, at: index)
    case .text(Parameter.Kind.percentages): return mended(percentage: word, at: index)
    case .text(let choices): return mended(choice: word, of: choices, at: index)
    case .time(let range): return range.meant(by: word).flatMap { replacing(word, by: [$0]) }
    default: return nil
    }
  }

  private func mended(choice word: String, of choices: [String], at index: Int) -> [String]? {
    if let meant = ForeignWords.choices[word], meant.allSatisfy(choices.contains) { return replacing(word, by: meant) }
    if let near = word.nearest(among: choices) { return replacing(word, by: [near]) }
    // The choice came after the lights.
    return words[index...].first(where: choices.contains).map { moving($0, to: index) }
  }

  private func mended(percentage word: String, at index: Int) -> [String]? {
    if let meant = Self.percentage(word) { return replacing(word, by: [meant]) }
    return words[index...].first { Self.percentage($0) != nil }.map { moving($0, to: index) }
  }

  private func mended(level word: String, at index: Int) -> [String]? {
    if let meant = ForeignWords.levels[word] { return replacing(word, by: meant) }
    if let meant = Level.meant(by: word) { return replacing(word, by: onOneLight(meant)) }
    if let (light, level) = Self.assignment(word) { return replacing(word, by: [level, light]) }
    guard let level = words[index...].first(where: Self.isLevel), level != word else { return nil }
    return moving(level, to: index)
  }

  /// All words, with one that came later moved to the front of those from `index` on.
  private func moving(_ word: String, to index: Int) -> [String] {
    Array(words[..<index]) + [word] + words[index...].filter { $0 != word } + rest
  }

  /// Adds the panel to a raw value without a light, because the raw values of lights differ.
  private func onOneLight(_ level: String) -> [String] {
    level.hasPrefix("raw:") && operands.count == 1 ? [level, LightsInterface.Kind.panel.rawValue] : [level]
  }

  private func mended(step word: String, at index: Int) -> [String]? {
    // The step came after the lights.
    if let operand, operand != word, !Self.isLevel(operand), let first = words.firstIndex(of: operand) {
      return words[..<first] + [word] + words[first..<index] + words[(index + 1)...] + rest
    }
    guard let name = verb?.name, let meant = (try? Level(argument: word)) == nil ? Level.meant(by: word) : word else {
      return nil
    }
    let step = meant.first.map("+-".contains) == true ? String(meant.dropFirst()) : meant
    let verb = meant.first == "-" ? VerbName.down : name
    return replacing(word, by: onOneLight(step)).map { $0.map { $0 == name ? verb : $0 } }
  }

  private func mended(_ value: String, of name: String) -> [String]? {
    let kind = verb?.option(named: name)?.value?.kind
    let meant: String? =
      switch kind {
      case .time(let range)?: range.meant(by: value)
      case .claim?: Self.percentage(value) ?? Self.assignment(value).map { "\($0.light)=\($0.level)" }
      case .text(let choices)?: value.nearest(among: choices)
      default: nil
      }
    guard let index = words.firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) else { return nil }
    let place = words[index] == name ? index + 1 : index
    guard words.indices.contains(place), words[place].hasSuffix(value) else { return nil }
    var words = words
    if let meant {
      words[place] = words[place].dropLast(value.count) + meant
    } else if case .claim? = kind, words.indices.contains(place + 1), let level = Self.percentage(words[place + 1]) {
      words[place] += "=\(level)"
      words.remove(at: place + 1)
    } else {
      return nil
    }
    return words + rest
  }

  private func mended(incomplete name: String) -> [String]? {
    guard let option = verb?.options.first(where: \.isRequired)?.name,
      !words.contains(where: { $0 == option || $0.hasPrefix("\(option)=") })
    else { return name == VerbName.hold ? mendedHold : nil }
    // An address without its option, as in `hold lobby --max` and `set 50% lobby`.
    let addresses = operands.filter(Self.mayBeCommand)
    return addresses.count == 1 ? replacing(addresses[0], by: [option, addresses[0]]) : nil
  }

  /// A hold without a level: `hold 30%`, `hold panel 30%`, `hold mpv film.mkv`.
  private var mendedHold: [String]? {
    guard let operand, let index = words.lastIndex(of: operand) else {
      return rest.count > 1 ? words + ["--max"] + rest : nil
    }
    if ClaimOptions.options.contains(where: { $0.name == "--\(operand)" }) {
      return replacing(operand, by: ["--\(operand)"])
    }
    if let level = Self.percentage(operand) { return replacing(operand, by: ["--at", level]) }
    if let (light, level) = Self.assignment(operand) { return replacing(operand, by: ["--at", "\(light)=\(level)"]) }
    if words.indices.contains(index + 1), Self.isLight(operand), let level = Self.percentage(words[index + 1]) {
      return Array(words[..<index]) + ["--at", "\(operand)=\(level)"] + words[(index + 2)...] + rest
    }
    return rest.isEmpty && Self.mayBeCommand(operand) ? replacing(operand, by: ["--max", "--", operand]) : nil
  }

  /// The words from here on are a command; the one after `--max` or after a level may be a light.
  private func command(from word: String) -> [String]? {
    guard let index = words.lastIndex(of: word), index > 0 else { return nil }
    let previous = words[index - 1]
    let isOption = verb?.option(named: previous)?.value?.count == .optional
    if Self.isLight(word), isOption || (try? Double(argument: previous)) != nil {
      let claim = isOption ? "\(previous)=\(word)" : "\(word)=\(previous)"
      return Array(words[..<(index - 1)]) + [claim] + words[(index + 1)...]
    }
    return Self.mayBeCommand(word) ? Array(words[..<index]) + ["--"] + words[index...] : nil
  }

  private func replacing(_ word: String, by meant: [String]) -> [String]? {
    words.firstIndex(of: word).map { words[..<$0] + meant + words[($0 + 1)...] + rest }
  }

  private static func mayBeCommand(_ word: String) -> Bool { !isLight(word) && !isLevel(word) }

  /// Whether a word means lights on every machine: a kind, or an id.
  private static func isLight(_ word: String) -> Bool { Help.kindNames.contains(word) || LightID(word) != nil }

  /// The percentage that a word states or probably means.
  private static func percentage(_ word: String) -> String? {
    [word, Level.meant(by: word)].compactMap(\.self).first { (try? Double(argument: $0)) != nil }
  }

  private static func isLevel(_ word: String) -> Bool {
    (try? Level(argument: word)) != nil || Level.meant(by: word) != nil || ForeignWords.levels[word] != nil
      || assignment(word) != nil
  }

  /// `LIGHT=LEVEL`, as the options of `hold` have it, or `LIGHT:LEVEL`.
  private static func assignment(_ word: String) -> (light: String, level: String)? {
    guard let sign = word.lastIndex(where: { "=:".contains($0) }) else { return nil }
    let (light, level) = (String(word[..<sign]), String(word[word.index(after: sign)...]))
    guard !light.isEmpty, light != "raw", (try? Level(argument: level)) != nil || Level.meant(by: level) != nil else {
      return nil
    }
    return (light, level)
  }
}

extension String {
  /// Whether the text can be shown unchanged in one line.
  fileprivate var isPlain: Bool { inOneLine(atMost: 200) == self }

  /// The word as it is typed in a shell.
  fileprivate var shellWord: String {
    if !isEmpty, allSatisfy({ $0.isLetter || $0.isNumber || "-_./+:@%=,".contains($0) }) { return self }
    return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }
}
