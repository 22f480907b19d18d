import CommandLines
import ControlAPI

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
    guard let lights = try? await daemon.connect().lights() else { return [] }
    let kinds = Self.kinds.filter { kind in lights.count { $0.kind.rawValue == kind } == 1 }
    return kinds.map { Candidate($0, "the only one") }
      + lights.map { Candidate($0.id, "\($0.kind.rawValue) at \($0.level.inPercent)") }
  }

  private func sessions(on daemon: DaemonAddress, _ names: Names) async -> [Candidate] {
    guard let sessions = try? await daemon.connect().sessions() else { return [] }
    return sessions.filter { !$0.scenes.isEmpty }.map { Candidate("\($0.id)", $0.holder(names)) }
  }
}
