import CommandLines
import ControlAPI
import EventLoop
import Model

/// `complete`: what the shells ask while somebody types; not told in the help.
///
/// Each line is a word and, after a tab, what it means. A line that begins with a tab names what the shell knows better: `files`, `commands`.
struct CompleteVerb: Verb {
  static let name = "complete"
  static let grammar = Grammar(name, "says how a command line may go on", takesCommand: true)

  private static let kinds = LightsInterface.Kind.allCases.map(\.rawValue)

  let completion: Completion

  init(_ arguments: inout Arguments) throws(UsageError) {
    completion = Completion(arguments.command ?? [])
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let daemon = completion.socket.map { DaemonAddress($0, surroundings.variable, on: daemon.loop) } ?? daemon
    var lines: [String] = []
    switch completion.wanted {
    case .words(let words): lines = fitting(words)
    case .kinds(let kinds):
      for kind in kinds { lines += await self.lines(of: kind, on: daemon, surroundings) }
    }
    try surroundings.say(lines)
    return .done
  }

  private func lines(of kind: WordKind, on daemon: DaemonAddress, _ surroundings: Surroundings) async -> [String] {
    switch kind {
    case .path: return ["\tfiles"]
    case .command: return ["\tcommands"]
    case .free: return []
    case .verb: return fitting(Verbs.named.map { Candidate($0.grammar.name, $0.grammar.summary) })
    case .percentage: return fitting(["25%", "50%", "75%", "100%"].map { Candidate($0) })
    case .level: return fitting(["max", "min", "25%", "50%", "75%", "+5%", "-5%"].map { Candidate($0) })
    case .step: return fitting(["1%", "5%", "10%"].map { Candidate($0) })
    case .oneOf(let words): return fitting(words.map { Candidate($0) })
    case .light: return fitting(await lights(on: daemon))
    case .session: return fitting(await sessions(on: daemon, surroundings.names))
    }
  }

  private func fitting(_ candidates: [Candidate]) -> [String] {
    let begun = completion.current.dropFirst(completion.front.count)
    return candidates.filter { $0.word.hasPrefix(begun) }
      .map { Candidate(completion.front + $0.word, $0.meaning).line }
  }

  /// The kinds there are, and each light by its id. Without a daemon there is nothing to say, and nobody to say it to.
  private func lights(on daemon: DaemonAddress) async -> [Candidate] {
    guard let lights = try? await daemon.connect().lights.list().lights else { return [] }
    let kinds = Self.kinds.filter { kind in lights.count { $0.kind.rawValue == kind } == 1 }
    return kinds.map { Candidate($0, "the only one") }
      + lights.map { Candidate($0.id, "\($0.kind.rawValue) at \($0.level.inPercent)") }
  }

  private func sessions(on daemon: DaemonAddress, _ names: Names) async -> [Candidate] {
    guard let sessions = try? await daemon.connect().sessions.list().sessions else { return [] }
    return sessions.filter { !$0.scenes.isEmpty }.map { Candidate("\($0.id)", $0.holder(names)) }
  }
}

/// A word that may stand somewhere, and what it means.
struct Candidate: Hashable, Sendable {
  let word: String
  let meaning: String

  init(_ word: String, _ meaning: String = "") {
    self.word = word
    self.meaning = meaning
  }

  /// As the scripts of the shells read it.
  var line: String { meaning.isEmpty ? word : "\(word)\t\(meaning.inOneLine(atMost: 80))" }
}

/// The words before the cursor, the one under it included, and what may become of that.
struct Completion: Sendable {
  /// What is wanted where the cursor stands.
  enum Wanted: Hashable {
    case words([Candidate])
    /// A word of one of these kinds.
    case kinds([WordKind])
  }

  private(set) var current: String
  /// Of the options so far.
  private(set) var socket: String?
  private var verb: Grammar?
  private var seen: Set<String> = []
  private var pending: Option?
  private var operands = 0
  private var rest = Rest.none
  /// Whether a word came that nobody understands.
  private var isLost = false

  /// What follows after `--`.
  private enum Rest: Hashable {
    case none, operands
    case command(Int)
  }

  init(_ words: [String]) {
    current = words.last ?? ""
    for word in words.dropLast() { take(word) }
  }

  var wanted: Wanted {
    if case .command(let count) = rest { return .kinds([count == 0 ? .command : .path]) }
    if let pending { return .kinds(pending.value.map { [$0.kind] } ?? []) }
    if isLost { return .words([]) }
    if rest == .none, current.hasPrefix("-") { return wantedOfOption }
    guard let verb else { return .words(Verbs.named.map { Candidate($0.grammar.name, $0.grammar.summary) }) }
    return .kinds(kinds(of: verb.operands))
  }

  /// Behind the name of an option and its sign there is the value.
  var front: String {
    guard rest == .none, pending == nil, current.hasPrefix("-"), let sign = current.firstIndex(of: "=") else {
      return ""
    }
    return String(current[...sign])
  }

  private var wantedOfOption: Wanted {
    guard front.isEmpty else {
      return .kinds(option(named: String(front.dropLast()))?.value.map { [$0.kind] } ?? [])
    }
    let options = verb?.allOptions ?? (Verbs.overview.grammar.allOptions + [.version])
    let left = options.filter { $0.mayRepeat || !seen.contains($0.name) }.map { Candidate($0.name, $0.meaning) }
    return .words(left + (verb?.takesCommand == true ? [Candidate("--", "a command follows")] : []))
  }

  /// A word that may be left out may be the next one as well.
  private func kinds(of operands: [Operand]) -> [WordKind] {
    guard let last = operands.last else { return [] }
    let left = self.operands < operands.count ? Array(operands[self.operands...]) : last.count == .any ? [last] : []
    let needed = left.firstIndex { $0.count != .optional } ?? left.count
    return left.prefix(needed + 1).map(\.kind)
  }

  private func option(named name: String) -> Option? {
    (verb ?? Verbs.overview.grammar).option(named: name)
  }

  private mutating func take(_ word: String) {
    switch rest {
    case .command(let count): rest = .command(count + 1)
    case .operands: operands += 1
    case .none where pending != nil: takeValue(word)
    case .none where word == "--": rest = verb?.takesCommand == true ? .command(0) : .operands
    case .none where word.hasPrefix("--"): takeOption(word)
    case .none: takeWord(word)
    }
  }

  private mutating func takeValue(_ value: String) {
    if pending == .socket { socket = value }
    pending = nil
  }

  private mutating func takeOption(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = option(named: parts[0]) else { return isLost = true }
    seen.insert(option.name)
    pending = option.value == nil ? nil : option
    if parts.count == 2 { takeValue(parts[1]) }
  }

  private mutating func takeWord(_ word: String) {
    if verb != nil { return operands += 1 }
    verb = Verbs.named(word)?.grammar
    isLost = verb == nil
  }
}
