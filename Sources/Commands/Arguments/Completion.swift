import CommandLines
import ControlAPI
import EventLoop
import Model

typealias Candidate = (word: String, meaning: String)

/// `complete`: prints the completions of a command line up to the cursor, for the scripts of the shells. Each line is a word
/// and, after a tab, its description. `files` or `commands` after a tab asks the shell for its own completions.
struct Completion: Verb {
  static let grammar = Grammar(name: "complete", summary: "print completions of a command line", takesCommand: true) {
    Completion($0.command ?? [])
  }

  let current: String
  private var parser: CommandLineParser
  /// The option whose value is at the cursor.
  private var pending: Option?
  private var isInvalid = false
  private let isPastOptions: Bool

  init(_ words: [String]) {
    current = words.last ?? ""
    parser = CommandLineParser(words.dropLast())
    isPastOptions = words.dropLast().contains("--")
    do throws(UsageError) {
      try parser.read()
    } catch .missingValue(let name, _) where name == words.dropLast().last {
      pending = parser.option(named: name)
    } catch {
      isInvalid = true
    }
  }

  var socket: String? { parser.arguments.value(of: .socket) }

  /// The kinds of word that may follow; none after an invalid word.
  var kinds: [Parameter.Kind] {
    if let command = parser.arguments.command { return [command.isEmpty ? .command : .path] }
    if let pending { return [pending.value?.kind].compactMap(\.self) }
    if isInvalid { return [] }
    if !prefix.isEmpty { return [parser.option(named: String(prefix.dropLast()))?.value?.kind].compactMap(\.self) }
    if !isPastOptions, current.hasPrefix("-") { return [.option] }
    return parser.verb.map { operandKinds($0.operands) } ?? [.verb]
  }

  /// `--name=` if the cursor is in the value after it.
  var prefix: String {
    guard !isPastOptions, pending == nil, current.hasPrefix("-"), let sign = current.firstIndex(of: "=") else {
      return ""
    }
    return String(current[...sign])
  }

  var options: [Candidate] {
    let options = (parser.verb ?? Verbs.overview).allOptions
    let left = options.filter { $0.mayRepeat || !parser.arguments.has($0) }.map { ($0.name, $0.meaning) }
    return left + (parser.verb?.takesCommand == true ? [("--", "a command follows")] : [])
  }

  /// The kind of the next operand, and of those after it as long as they may follow immediately.
  private func operandKinds(_ operands: [Parameter]) -> [Parameter.Kind] {
    let given = parser.arguments.words.count
    let left = given < operands.count ? operands[given...] : operands.suffix(operands.last?.count == .any ? 1 : 0)
    let required = left.firstIndex { $0.count != .optional } ?? left.endIndex
    return left[..<min(required + 1, left.endIndex)].map(\.kind)
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    var daemon = socket.map { DaemonAddress($0, Console.variable, on: daemon.loop) } ?? daemon
    // The shell waits for it.
    daemon.timeLimit = .seconds(1)
    for kind in kinds { try Console.print(await lines(of: kind, on: daemon)) }
    return .success
  }

  private func lines(of kind: Parameter.Kind, on daemon: DaemonAddress) async -> [String] {
    switch kind {
    case .path: ["\tfiles"]
    case .command: ["\tcommands"]
    case .text(let suggestions): lines(suggestions.map { ($0, "") })
    case .verb: lines(Verbs.visible.map { ($0.name, $0.summary) })
    case .option: lines(options)
    case .light: lines(await lights(on: daemon))
    case .session: lines(await sessions(on: daemon))
    }
  }

  private func lines(_ candidates: [Candidate]) -> [String] {
    let typed = current.dropFirst(prefix.count)
    return candidates.filter { $0.word.hasPrefix(typed) }.map { candidate in
      let meaning = candidate.meaning.isEmpty ? "" : "\t\(candidate.meaning.inOneLine(atMost: 80))"
      return prefix + candidate.word + meaning
    }
  }

  /// The kinds that have exactly one light, and the id of each light. Nothing without a daemon.
  private func lights(on daemon: DaemonAddress) async -> [Candidate] {
    guard let lights = try? await daemon.connect().lights.list().lights else { return [] }
    let kinds = LightsInterface.Kind.allCases.filter { kind in lights.count { $0.kind == kind } == 1 }
    return kinds.map { ($0.rawValue, "the only one") }
      + lights.map { ($0.id, $0.state == .unread ? $0.kind.rawValue : "\($0.kind.rawValue) at \($0.level.inPercent)") }
  }

  private func sessions(on daemon: DaemonAddress) async -> [Candidate] {
    guard let sessions = try? await daemon.connect().allSessions() else { return [] }
    return Self.holds(sessions, .ofSystem)
  }

  /// The names that only one session uses, and the numbers of all sessions with scenes.
  static func holds(_ sessions: [Session], _ names: Names) -> [Candidate] {
    let sessions = sessions.filter { !$0.scenes.isEmpty }
    let named = sessions.flatMap { session in
      Set(session.scenes.compactMap(\.name)).sorted().map { (name: $0, session: session) }
    }
    let known = named.filter { hold in
      hold.name.isPlainWord && Int(hold.name) == nil && named.count { $0.name == hold.name } == 1
    }
    return known.map { ($0.name, $0.session.holder(names)) } + sessions.map { ("\($0.id)", $0.holder(names)) }
  }
}

extension String {
  /// Whether a shell takes it as one word without quotes.
  fileprivate var isPlainWord: Bool {
    !isEmpty && !hasPrefix("-") && allSatisfy { $0.isLetter || $0.isNumber || "-_.+:@%".contains($0) }
  }
}
