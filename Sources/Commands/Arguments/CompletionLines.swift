import BrightnessControl
import BrightnessEventLoop
import BrightnessModel

extension Completion {
  package func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    if let other = parser.verb?.other { throw other.become(["complete", "--"] + parser.arguments.words + [current]) }
    var daemon = socket.map { DaemonAddress($0, Console.variable, on: daemon.loop) } ?? daemon
    // The user's shell waits for the completions.
    daemon.timeLimit = .seconds(1)
    for kind in kinds { try Console.print(await lines(of: kind, on: daemon)) }
    return .success
  }

  private func lines(of kind: Parameter.Kind, on daemon: DaemonAddress) async -> [String] {
    switch kind {
    case .path: ["\tfiles"]
    case .command: ["\tcommands"]
    case .text(let suggestions): lines(suggestions.map { ($0, "") })
    case .claim: lines(claims(among: await lights(on: daemon)))
    case .time: []
    case .verb: lines(parser.program.verbs.map { ($0.name, $0.summary) })
    case .option: lines(options)
    case .light: lines(await lights(on: daemon))
    case .session: lines(await holds(daemon))
    }
  }

  private func lines(_ candidates: [Candidate]) -> [String] {
    let typed = current.dropFirst(prefix.count)
    return candidates.filter { $0.word.hasPrefix(typed) }.map { candidate in
      let meaning = candidate.meaning.isEmpty ? "" : "\t\(candidate.meaning.inOneLine(atMost: 80))"
      return prefix + candidate.word + meaning
    }
  }

  /// The daemon's lights; empty if no daemon answers.
  private func lights(on daemon: DaemonAddress) async -> [Candidate] {
    Self.lights((try? await daemon.connect().lights.list().lights) ?? [])
  }

  /// The kinds of lights that are present, the connectors with one monitor, and the id of each
  /// light.
  static func lights(_ lights: [Light]) -> [Candidate] {
    let kinds = LightsInterface.Kind.allCases.compactMap { kind -> Candidate? in
      let count = lights.count { $0.kind == kind }
      return count == 0 ? nil : (kind.rawValue, count == 1 ? "the only \(kind.rawValue)" : "all \(count)")
    }
    let connectors = lights.compactMap { light -> Candidate? in
      guard let connector = light.connector, lights.count(where: { $0.isNamed(connector) }) == 1 else { return nil }
      return (connector, light.meaning)
    }
    return kinds + connectors + lights.map { ($0.id, $0.meaning) }
  }

  /// Percentages, or lights followed by the `=` of a percentage.
  private func claims(among lights: [Candidate]) -> [Candidate] {
    let typed = current.dropFirst(prefix.count)
    let front = typed.lastIndex(of: "=").map { typed[...$0] } ?? ""
    let levels = Parameter.Kind.percentages.map { (word: "\(front)\($0)", meaning: "") }
    return levels + (front.isEmpty ? lights.map { ("\($0.word)=", $0.meaning) } : [])
  }
}

extension Light {
  /// The light's model or kind, and its level if that is known.
  fileprivate var meaning: String {
    let name = model ?? kind.rawValue
    return state == .unread ? name : "\(name) at \(level.inPercent)"
  }
}
