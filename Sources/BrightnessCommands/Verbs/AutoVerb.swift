import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands

/// `auto`: turns automatic brightness on and off, and shows what it does.
struct AutoVerb: Verb, Hashable {
  enum Change: String, CaseIterable, Sendable {
    case on, off, forget
  }

  enum Action: Hashable, Sendable {
    case status, history
    /// Without lights the daemon chooses them.
    case change(Change, lights: [String])
  }

  private static let history = "history"
  private static let action = Parameter(
    name: "ACTION",
    expected: "on, off, forget or history",
    kind: .text(Change.allCases.map(\.rawValue) + [history]),
    count: .leading
  )

  static let grammar = Grammar(
    name: "auto",
    summary: "let lights follow the light in the room",
    operands: [action, .lights],
    options: [.json],
    details: [
      """
      Turned on, a light follows the light in the room, which a sensor measures. The level stays at first. Each light has
      a curve, and a level that you set from then on changes the curve around the present light. A keyboard has one level
      for a dark room and one for a light room instead.
      """,
      """
      Without a LIGHT, on changes all screens, off all lights that follow, and forget all that have learned something.
      off keeps the level and the curve. forget begins again with the first curve.
      """,
      """
      Without an ACTION it prints the sensor, and the curve of each light as LUX:LEVEL. A * marks a level that you have set.
      """,
      """
      history prints what the sensor has read and how the lights have followed, the last 500 events. Add it to a report if
      a light changes when it should not.
      """,
    ],
    examples: [
      ("auto on", "all screens follow the light in the room"),
      ("auto on keyboard", "the keyboard is lit while the room is dark"),
      ("auto", "the sensor, and the curve of each light"),
      ("auto forget panel", "the panel begins again with the first curve"),
      ("auto history --json", "what happened in the last hours, for a report"),
    ]
  ) { arguments throws(UsageError) in
    let isJSON = arguments.has(.json)
    guard let word = try arguments.optionalWord() else { return AutoVerb(action: .status, isJSON: isJSON) }
    if word == history { return AutoVerb(action: .history, isJSON: isJSON) }
    guard let change = Change(rawValue: word) else {
      throw .unexpectedWord(word.inOneLine(atMost: 40), expected: Self.action.expected)
    }
    return AutoVerb(action: .change(change, lights: try arguments.allWords()), isJSON: isJSON)
  }

  let action: Action
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    switch action {
    case .status: try Console.print(try await status(by: client))
    case .history: try Console.print(try await history(by: client))
    case .change(let change, let names): return try await report(change, of: names, by: client)
    }
    return .success
  }

  private func report(
    _ change: Change,
    of names: [String],
    by client: ControlClient
  ) async throws(Failure) -> ExitStatus {
    let (lights, failures) = try await change.make(on: names, by: client)
    if isJSON {
      let errors = failures.isEmpty ? nil : failures
      try Console.print([JSONLine.text(("lights", lights), ("errors", errors))])
    } else {
      let status = AutomaticStatus(lights: try await client.lightList(), following: lights)
      try Console.print(lights.isEmpty ? [change.nothing] : status.changeLines(on: Console.screen))
      for failure in failures { Console.printError(failure.message) }
    }
    return failures.first?.status ?? .success
  }

  private func status(by client: ControlClient) async throws(Failure) -> [String] {
    let report = try await client.ask("report", "automatic brightness") { (client) throws(ControlError) in
      try await client.automatic.report()
    }
    if isJSON {
      return [
        JSONLine.text(
          ("sensor", report.sensor),
          ("noSensor", report.noSensor),
          ("unusedSensors", report.unusedSensors),
          ("lux", report.lux),
          ("lights", report.lights)
        )
      ]
    }
    let status = AutomaticStatus(lights: try await client.lightList(), following: report.lights)
    return report.sensorLines(on: Console.screen) + status.lines(on: Console.screen)
  }

  private func history(by client: ControlClient) async throws(Failure) -> [String] {
    let events = try await client.ask("report", "automatic brightness") { (client) throws(ControlError) in
      try await client.automatic.history().events
    }
    if isJSON { return [JSONLine.text(("events", events))] }
    if events.isEmpty { return ["no light has followed the light in the room since the daemon started"] }
    return events.map(\.line)
  }
}

typealias FollowingLight = AutomaticInterface.FollowingLight

extension AutoVerb.Change {
  /// Changes one light after the other. One that fails does not keep the others from changing.
  func make(on lights: [String], by client: ControlClient) async throws(Failure) -> ([FollowingLight], [Failure]) {
    guard lights.count > 1 else { return (try await client.make(self, of: lights.first), []) }
    var changed: [FollowingLight] = []
    var failures: [Failure] = []
    for name in try await client.distinctNames(lights, for: clause) {
      do throws(Failure) {
        changed += try await client.make(self, of: name)
      } catch {
        failures.append(error)
      }
    }
    guard !changed.isEmpty || failures.isEmpty else { throw failures[0] }
    return (changed, failures)
  }

  /// The change as in `cannot turn on automatic brightness of 'panel'`.
  var clause: String {
    switch self {
    case .on: "turn on automatic brightness of"
    case .off: "turn off automatic brightness of"
    case .forget: "forget the curve of"
    }
  }

  /// Says that the change found no light.
  fileprivate var nothing: String {
    switch self {
    case .on, .off: "no light follows the light in the room"
    case .forget: "no light has a curve"
    }
  }
}

extension ControlClient {
  fileprivate func make(_ change: AutoVerb.Change, of light: String?) async throws(Failure) -> [FollowingLight] {
    try await ask(change.clause, light ?? "lights") { (client) throws(ControlError) in
      switch change {
      case .on: try await client.automatic.turnOn(light: light).lights
      case .off: try await client.automatic.turnOff(light: light).lights
      case .forget: try await client.automatic.forget(light: light).lights
      }
    }
  }
}

extension AutomaticInterface.Event {
  /// What happened, and how long ago.
  var line: String { "\(age.short) ago  \(description)" }

  private var description: String {
    let light = light?.inOneLine(atMost: 64) ?? ""
    let level = level?.inPercent ?? ""
    let reason = reason?.inOneLine(atMost: 200) ?? ""
    return switch kind {
    case .reading: "\(lux?.asLux ?? "") lux"
    case .sensor: reason
    case .turnedOn: "\(light) on"
    case .turnedOff: "\(light) off"
    case .paused: "\(light) paused: \(reason)"
    case .resumed: "\(light) on again"
    case .adapted: "\(light) adapted to \(level)"
    case .changed: "\(light) is at \(level)"
    }
  }
}
