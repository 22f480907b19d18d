import CommandLines

/// Something that the program does, with what it was asked for.
protocol Verb: Sendable {
  /// Empty where no verb is needed.
  static var name: String { get }
  static var grammar: Grammar { get }

  /// Takes out what it understands; what is left over is misuse.
  init(_ arguments: inout Arguments) throws(UsageError)

  /// Does it, on the daemon's address, and says what there is to say.
  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus
}

/// Every verb, in the order of the help.
enum Verbs {
  static let overview: any Verb.Type = OverviewVerb.self

  static let named: [any Verb.Type] = [
    ListVerb.self, GetVerb.self, SetVerb.self, UpVerb.self, DownVerb.self, SessionsVerb.self, CancelVerb.self,
    ResetVerb.self, HoldVerb.self, WatchVerb.self, DoctorVerb.self, HelpVerb.self,
  ]

  /// Those that programs call, and nobody types.
  static let hidden: [any Verb.Type] = [CompleteVerb.self]

  static func named(_ name: String) -> (any Verb.Type)? { (named + hidden).first { $0.name == name } }
}
