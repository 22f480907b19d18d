import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands

/// `set`, `up` and `down`: set the base level of lights.
struct SetVerb: Verb, Hashable {
  static let grammar = Grammar(
    name: VerbName.set,
    summary: "set a level and wait until it is applied",
    operands: [
      Parameter(name: "LEVEL", expected: "a level such as 40%, +5%, raw:1234, max or min", kind: .level), .lights,
    ],
    options: [.fade, .allowOff, .forNow] + LevelForm.options,
    details: [
      """
      A LEVEL is a percentage such as 40% or 50.5%, a change such as +5% or -5%, steps of the device such as raw:1234,
      raw:+1 or raw:-1, max, or min. Without a LIGHT all screens are set, never a keyboard; a kind means all its lights.
      """,
      """
      It prints the base level, which is the level of the light while no hold applies to it. If there are several lights, one
      that cannot be read or written is left out and named on the standard error. A monitor that sleeps gets the level when
      it wakes up, if it was read before.
      """,
    ],
    examples: [
      ("set 40%", "all screens to 40 %"),
      ("set -5% panel", "the panel 5 % darker"),
      ("set max panel keyboard --fade 200ms", "two lights, with a transition"),
      ("set min --allow-off", "black"),
    ]
  ) { arguments throws(UsageError) in
    let word = try arguments.word()
    var verb = try SetVerb(Level(argument: word), &arguments)
    verb.isLowest = word == "min"
    return verb
  }

  static let up = step("up", "raise", sameAs: "set +5%", isDown: false)
  static let down = step(VerbName.down, "lower", sameAs: "set -5%", isDown: true)

  private static func step(_ name: String, _ action: String, sameAs other: String, isDown: Bool) -> Grammar {
    Grammar(
      name: name,
      summary: "\(action) the level of lights by a step",
      operands: [
        Parameter(name: "STEP", expected: "a step such as 5% or raw:10", kind: .step, count: .optional), .lights,
      ],
      options: [.fade, .allowOff, .forNow] + LevelForm.options,
      details: [
        """
        A STEP is a percentage, by default 5%, or steps of the device such as raw:10. The light changes by at least one step
        of the device. A light whose name begins with a digit must be named by its id.
        """
      ],
      examples: [(name, "the same as `\(other)`"), ("\(name) 1% keyboard", "one light by a small step")]
    ) { arguments throws(UsageError) in
      // The first word may be a light already.
      let first = arguments.words.first ?? ""
      let isStep = first.hasPrefix("raw:") || first.first.map { $0.isNumber || "+-".contains($0) } ?? true
      let step = isStep ? arguments.words.popFirst() : nil
      return try SetVerb(Level(step: step ?? "5%", isDown: isDown), &arguments)
    }
  }

  let level: Level
  /// Whether the level is `min`, which is the floor.
  var isLowest = false
  /// Empty for all screens.
  let lights: [String]
  let fade: Duration?
  let allowsOff: Bool
  let isForNow: Bool
  let form: LevelForm

  private init(_ level: Level, _ arguments: inout Arguments) throws(UsageError) {
    self.level = level
    lights = try arguments.allWords()
    // Such a word is never the name of a light, so the arguments are in the wrong order.
    if let level = lights.first(where: { $0.last == "%" || $0.hasPrefix("raw:") }), (try? Level(argument: level)) != nil
    {
      throw .unexpectedWord(level, expected: Parameter.lights.expected)
    }
    fade = try arguments.value(of: .fade, as: TimeRange.fade.duration)
    allowsOff = arguments.has(.allowOff)
    isForNow = arguments.has(.forNow)
    form = try LevelForm(arguments)
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let daemon = daemon.allowing(fade: fade)
    let client = try daemon.connect()
    guard lights.count > 1 else {
      let reply = try await client.set(
        lights.first,
        to: level,
        fade: fade,
        allowsOff: allowsOff,
        isForNow: isForNow
      )
      try await print(reply, [], by: client)
      return .success
    }
    return try await set(try await client.distinctNames(lights, for: "set"), on: daemon, by: client)
  }

  /// Sets all lights at once, each on its own connection, as the daemon answers the calls of one
  /// connection in turn.
  private func set(
    _ names: [String],
    on daemon: DaemonAddress,
    by client: ControlClient
  ) async throws(Failure) -> ExitStatus {
    let calls = try names.map { (name) throws(Failure) in
      let client = try daemon.connect()
      return Task(executorPreference: daemon.loop) { () -> Result<LightsInterface.Set.Reply, Failure> in
        do throws(Failure) {
          return .success(
            try await client.set(
              name,
              to: level,
              fade: fade,
              allowsOff: allowsOff,
              isForNow: isForNow,
              mayLeaveOut: true
            )
          )
        } catch {
          return .failure(error)
        }
      }
    }
    var failures: [Failure] = []
    var all = LightsInterface.Set.Reply(lights: [], leftOut: [])
    for call in calls {
      switch await call.value {
      case .success(let reply):
        all.lights += reply.lights
        all.leftOut += reply.leftOut
      case .failure(let failure): failures.append(failure)
      }
    }
    // A light that gets the level later has not failed.
    if all.lights.isEmpty, !all.leftOut.contains(where: \.pending) {
      failures += all.leftOut.map { left in
        Failure(.lights(.notWritable(light: left.light, reason: left.reason)), cannot: "set", left.light)
      }
      all.leftOut = []
    }
    try await print(all, failures, by: client)
    return failures.first?.status ?? .success
  }

  private func print(
    _ reply: LightsInterface.Set.Reply,
    _ failures: [Failure],
    by client: ControlClient
  ) async throws(Failure) {
    let leftOut = reply.leftOut
    if form == .json {
      let all: [JSONLine.Field] = [
        ("lights", reply.lights), ("leftOut", leftOut.isEmpty ? nil : leftOut),
        ("errors", failures.isEmpty ? nil : failures),
      ]
      return try Console.print([JSONLine.text(all)])
    }
    try Console.print(lines(reply.lights))
    printFloor(of: reply.lights)
    for failure in failures { Console.printError(failure.message) }
    for line in await client.lines(on: leftOut) { Console.printError(line) }
  }

  private func lines(_ lights: [Light]) -> [String] {
    lights.map { light in
      let name = lights.count > 1 ? "\(light.id) " : ""
      return name + light.base(form) + (form == .text ? remark(on: light) : "")
    }
  }

  /// Prints why a light is brighter than requested.
  private func printFloor(of lights: [Light]) {
    guard form != .json, case .percent(let percent) = level, !isLowest, !allowsOff else { return }
    for light in lights where percent < light.floor && light.base >= light.floor {
      Console.printError("'\(light.id)' has a floor of \(light.floor.inPercent); --allow-off goes below it")
    }
  }

  private func remark(on light: Light) -> String {
    if light.state == .held, let session = light.session {
      return ", held at \(light.level(.text)) by session \(session)"
    }
    let isAtLimit =
      switch level {
      case .changePercent(let step) where step > 0: light.baseRaw == light.maximum
      case .changeRaw(let step) where step > 0: light.baseRaw == light.maximum
      case .changePercent, .changeRaw: light.baseRaw == 0 || (!allowsOff && light.base <= light.floor)
      case .percent, .raw: false
      }
    return isAtLimit ? ", at the limit" : ""
  }
}

extension ControlClient {
  /// The ids and kinds that the names mean, each light once. An unknown name fails before any light
  /// is changed.
  func distinctNames(_ names: [String], for verb: String) async throws(Failure) -> [String] {
    // The list does not read monitors, so it also has those that sleep.
    let known = try await lightList()
    var distinct: [String] = []
    for name in names {
      let light = try await ask(verb, name) { (_) throws(ControlError) in
        try converting(ControlError.lights) { () throws(LightsError) in try known.first(named: name) }
      }
      let kind = light.kind.rawValue
      let id = names.contains(kind) ? kind : light.id
      if !distinct.contains(id) { distinct.append(id) }
    }
    return distinct
  }

  /// A line for each light that a `Set` did not set.
  func lines(on leftOut: [LightsInterface.LeftOut]) async -> [String] {
    // The reply has only their ids.
    let known = leftOut.isEmpty ? [] : (try? await lights.list().lights) ?? []
    return leftOut.map { light in
      let title = known.first { $0.id == light.light }?.title ?? light.light
      return "\(light.pending ? "later" : "left out"): \(title), \(light.reason)"
    }
  }
}
