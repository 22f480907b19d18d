import CommandLines
import ControlAPI

/// What an invalid command line probably means.
///
/// Each error is mended by one change of the words, and the result is parsed again, since a command line may have several errors. Only a
/// command line that is valid in the end is suggested.
struct Correction {
  /// The words before `--`, and the rest from there.
  private let words, rest: [String]
  private let verb: Grammar?
  /// The first word of the line that belongs to no option, besides the verb.
  private let operand: String?

  /// A valid command line, or one that lacks only the operand of its verb; nil if none is likely.
  static func of(_ words: [String]) -> [String]? {
    var meant = words
    // Light, level and verb may each be wrong, and in the wrong order.
    for _ in 0..<6 {
      var parser = CommandLineParser(meant)
      do throws(UsageError) {
        _ = try parser.parse()
        return meant
      } catch {
        let isIncomplete = if case .missingValue(let name, _) = error { name == parser.verb?.name } else { false }
        if isIncomplete, meant != words, parser.arguments.words.isEmpty { return meant }
        guard let next = Correction(meant, parser).mended(error), next != meant else { return nil }
        meant = next
      }
    }
    return nil
  }

  private init(_ words: [String], _ parser: CommandLineParser) {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    (self.words, rest) = (Array(words[..<end]), Array(words[end...]))
    (verb, operand) = (parser.verb, parser.arguments.words.first)
  }

  private func mended(_ error: UsageError) -> [String]? {
    switch error {
    case .unknownVerb(let word): mended(verb: word)
    case .unknownOption(let name): mended(option: name)
    case .unexpectedWord(let word, _): mended(operand: word)
    case .wrongValue(let option, let value, _): mended(value, of: option)
    case .missingValue(HoldVerb.grammar.name, _): mendedHold
    case .missingValue, .repeated, .unexpectedValue, .conflict: nil
    }
  }

  private func mended(verb word: String) -> [String]? {
    if let meant = ForeignWords.verbs[word] { return replacing(word, by: meant) }
    let names = Verbs.visible.map(\.name)
    if let near = word.nearest(among: names) { return replacing(word, by: [near]) }
    // Within `help VERB` the other words mean nothing.
    guard verb == nil else { return nil }
    if let verb = words.first(where: names.contains) { return [verb] + words.filter { $0 != verb } + rest }
    return words.contains(where: Self.isLevel) ? [SetVerb.grammar.name] + words + rest : nil
  }

  private func mended(option name: String) -> [String]? {
    guard let index = words.firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) else { return nil }
    let value = words[index].dropFirst(name.count)
    if let meant = ForeignWords.options[name] {
      return replacing(words[index], by: meant + (value.isEmpty ? [] : [String(value.dropFirst())]))
    }
    if verb?.takesCommand == true, rest.isEmpty, let operand { return command(from: operand) }
    let kind = name.drop { $0 == "-" }
    if Help.kindNames.contains(String(kind)) { return replacing(words[index], by: ["\(kind)\(value)"]) }
    return name.nearest(among: (verb ?? Verbs.overview).allOptions.map(\.name)).flatMap {
      replacing(words[index], by: [$0 + value])
    }
  }

  private func mended(operand word: String) -> [String]? {
    guard let verb, let index = words.lastIndex(of: word) else { return nil }
    if verb.takesCommand { return rest.isEmpty ? command(from: word) : nil }
    switch verb.operands.first?.kind {
    case .level: return mended(level: word, at: index)
    case .step: return mended(step: word)
    default: return nil
    }
  }

  private func mended(level word: String, at index: Int) -> [String]? {
    if let meant = ForeignWords.levels[word] { return replacing(word, by: meant) }
    if let meant = Level.meant(by: word) { return replacing(word, by: [meant]) }
    if let (light, level) = Self.assignment(word) { return replacing(word, by: [level, light]) }
    guard let level = words[index...].first(where: Self.isLevel), level != word else { return nil }
    return Array(words[..<index]) + [level] + words[index...].filter { $0 != level } + rest
  }

  private func mended(step word: String) -> [String]? {
    guard let name = verb?.name, let meant = (try? Level(argument: word)) == nil ? Level.meant(by: word) : word else {
      return nil
    }
    let step = meant.first.map("+-".contains) == true ? String(meant.dropFirst()) : meant
    // A negative step lowers; what lowering by a positive one means is not certain.
    if meant.first == "+", name == SetVerb.down.name { return nil }
    let verb = meant.first == "-" ? SetVerb.down.name : name
    return replacing(word, by: [step]).map { $0.map { $0 == name ? verb : $0 } }
  }

  private func mended(_ value: String, of name: String) -> [String]? {
    let meant: String? =
      switch verb?.option(named: name)?.value?.kind {
      case .time(let range)?: range.meant(by: value)
      case .claim?: Level.meant(by: value).flatMap { (try? Double(argument: $0)) == nil ? nil : $0 }
      case .text(let choices)?: value.nearest(among: choices)
      default: nil
      }
    let index = words.firstIndex { $0 == name || $0.hasPrefix("\(name)=") }
    guard let meant, let index else { return nil }
    let place = words[index] == name ? index + 1 : index
    guard words.indices.contains(place), words[place].hasSuffix(value) else { return nil }
    var words = words
    words[place] = words[place].dropLast(value.count) + meant
    return words + rest
  }

  /// A hold without a level: `hold 30%`, `hold mpv film.mkv`.
  private var mendedHold: [String]? {
    guard let operand else { return nil }
    if (try? Double(argument: operand)) != nil { return replacing(operand, by: ["--at", operand]) }
    if let meant = Level.meant(by: operand), (try? Double(argument: meant)) != nil {
      return replacing(operand, by: ["--at", meant])
    }
    return rest.isEmpty ? replacing(operand, by: ["--max", "--", operand]) : nil
  }

  /// The words from here on are a command; the one after `--max` may be a light.
  private func command(from word: String) -> [String]? {
    guard let index = words.lastIndex(of: word), index > 0 else { return nil }
    let option = words[index - 1]
    let isOfLight = Help.kindNames.contains(word) || word.contains("/") && !word.hasPrefix("/") && !word.hasPrefix(".")
    if isOfLight, verb?.option(named: option)?.value?.count == .optional {
      return Array(words[..<(index - 1)]) + ["\(option)=\(word)"] + words[(index + 1)...]
    }
    return Array(words[..<index]) + ["--"] + words[index...]
  }

  private func replacing(_ word: String, by meant: [String]) -> [String]? {
    words.firstIndex(of: word).map { words[..<$0] + meant + words[($0 + 1)...] + rest }
  }

  private static func isLevel(_ word: String) -> Bool {
    (try? Level(argument: word)) != nil || Level.meant(by: word) != nil || ForeignWords.levels[word] != nil
      || assignment(word) != nil
  }

  /// `LIGHT=LEVEL`, as the options of `hold` have it.
  private static func assignment(_ word: String) -> (light: String, level: String)? {
    let parts = word.split(separator: "=").map(String.init)
    guard parts.count == 2, (try? Level(argument: parts[1])) != nil || Level.meant(by: parts[1]) != nil else {
      return nil
    }
    return (parts[0], parts[1])
  }
}
