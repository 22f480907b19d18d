import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands
import Fleet

/// `set`: sets the base level of lights, as `brightness set` does on a device.
struct FleetSetVerb: Verb {
  static let grammar = Grammar(
    fleet: "set",
    summary: "set the level of screens, or of one light",
    operands: [
      Parameter(name: "LEVEL", expected: "a percentage such as 40%", kind: .text(Parameter.Kind.percentages)),
      Parameter(name: "LIGHT", expected: Self.expectedLight, kind: .text(), count: .optional),
    ],
    options: [.address, .fade],
    details: [
      """
      The level becomes the base level, as by a user at the device. It is never below the floor of a light. There are no \
      steps such as +5%, because a broker may deliver a message twice. A LIGHT that a device does not have is an error; \
      members of a group that do not have it ignore the message.
      """
    ],
    examples: [
      ("set --to lobby 40%", "all screens of a group"),
      ("set --to sign-7 60% backlight/intel_backlight", "one light of a device"),
    ]
  ) { arguments throws(UsageError) in try FleetSetVerb(&arguments) }

  let configuration: String?
  let address: FleetName
  let level: LevelPayload
  /// Nil for every screen.
  let light: LightID?

  static let expectedLight = "the id of a light, which `\(FleetClient.program) list --json` shows"

  private init(_ arguments: inout Arguments) throws(UsageError) {
    configuration = arguments.configuration
    address = try arguments.address()
    level = LevelPayload(
      percent: try Double(argument: try arguments.word()),
      fade: try arguments.value(of: .fade, as: TimeRange.fade.duration)
    )
    light = try arguments.optionalWord().map { (word) throws(UsageError) in
      guard let light = LightID(word) else {
        throw .unexpectedWord(word.inOneLine(atMost: 40), expected: Self.expectedLight)
      }
      return light
    }
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try FleetClient(configuration: configuration, on: daemon.loop)
    let message = client.topics.level(level.json, of: light.map { LightTopicName(of: $0) }, to: address)
    let filters = light.map { client.topics.light($0, of: address) } ?? []
    let isRead = try await client.connected(to: filters) { (connection) throws(Failure) in
      if let light { try await check(light, on: &connection) }
      return try await connection.publish([message])
    }
    guard isRead else { throw .noDevice(at: address, cannot: "set") }
    return .success
  }

  /// A device answers no `set`, but it has published which lights it has. The members of a group
  /// are unknown.
  private func check(_ light: LightID, on connection: inout FleetConnection) async throws(Failure) {
    let view = try await connection.view { $0.devices[address]?.has(light) == true }
    guard let device = view.devices[address], device.isOnline, !device.has(light) else { return }
    throw Failure(
      .failed,
      reason: "cannot set '\(light)': '\(address)' has no such light",
      hint: "`\(FleetClient.program) list \(address) --json` shows the ids of its lights"
    )
  }
}

extension Failure {
  /// The broker has said that nobody listens to an address.
  static func noDevice(at address: FleetName, cannot verb: String) -> Failure {
    Failure(.failed, reason: "cannot \(verb) '\(address)': no device that is online has this address")
  }
}
