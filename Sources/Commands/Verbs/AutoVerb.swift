import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines

/// `auto`: turns automatic brightness on and off, and shows what it does.
struct AutoVerb: Verb, Hashable {
  enum Action: String, CaseIterable, Sendable {
    case on, off, forget
  }

  private static let action = Parameter(
    name: "ACTION",
    expected: "on, off or forget",
    kind: .text(Action.allCases.map(\.rawValue)),
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
    ],
    examples: [
      ("auto on", "all screens follow the light in the room"),
      ("auto on keyboard", "the keyboard is lit while the room is dark"),
      ("auto", "the sensor, and the curve of each light"),
      ("auto forget panel", "the panel begins again with the first curve"),
    ]
  ) { arguments throws(UsageError) in
    let action = try arguments.optionalWord().map { (word) throws(UsageError) in
      guard let action = Action(rawValue: word) else {
        throw .unexpectedWord(word.inOneLine(atMost: 40), expected: Self.action.expected)
      }
      return action
    }
    return AutoVerb(action: action, lights: try arguments.allWords(), isJSON: arguments.has(.json))
  }

  /// Nil to print the status.
  let action: Action?
  /// Empty for those that the daemon chooses.
  let lights: [String]
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    guard let action else {
      try Console.print(try await status(by: client))
      return .success
    }
    let (lights, failures) = try await change(action, by: client)
    if isJSON {
      let errors = failures.isEmpty ? nil : failures
      try Console.print([JSONLine.text(("lights", lights), ("errors", errors))])
    } else {
      let status = AutomaticStatus(lights: try await client.lightList(), following: lights)
      try Console.print(lights.isEmpty ? [action.nothing] : status.changeLines(on: Console.screen))
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

  /// Changes one light after the other. One that fails does not keep the others from changing.
  func change(
    _ action: Action,
    by client: ControlClient
  ) async throws(Failure) -> ([FollowingLight], [Failure]) {
    guard lights.count > 1 else { return (try await client.change(action, lights.first), []) }
    var changed: [FollowingLight] = []
    var failures: [Failure] = []
    for name in try await client.distinctNames(lights, for: action.clause) {
      do throws(Failure) {
        changed += try await client.change(action, name)
      } catch {
        failures.append(error)
      }
    }
    guard !changed.isEmpty || failures.isEmpty else { throw failures[0] }
    return (changed, failures)
  }
}

typealias FollowingLight = AutomaticInterface.FollowingLight

extension AutoVerb.Action {
  /// The action as in `cannot turn on automatic brightness of 'panel'`.
  var clause: String {
    switch self {
    case .on: "turn on automatic brightness of"
    case .off: "turn off automatic brightness of"
    case .forget: "forget the curve of"
    }
  }

  /// Says that the action found no light.
  fileprivate var nothing: String {
    switch self {
    case .on, .off: "no light follows the light in the room"
    case .forget: "no light has a curve"
    }
  }
}

extension ControlClient {
  fileprivate func change(_ action: AutoVerb.Action, _ light: String?) async throws(Failure) -> [FollowingLight] {
    try await ask(action.clause, light ?? "lights") { (client) throws(ControlError) in
      switch action {
      case .on: try await client.automatic.turnOn(light: light).lights
      case .off: try await client.automatic.turnOff(light: light).lights
      case .forget: try await client.automatic.forget(light: light).lights
      }
    }
  }
}
