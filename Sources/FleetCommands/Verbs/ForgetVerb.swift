import CommandLines
import Commands
import Fleet

/// `forget`: clears what the broker has kept of a device that is retired.
struct ForgetVerb: Verb {
  static let grammar = Grammar(
    fleet: "forget",
    summary: "let the broker forget a device that is retired",
    operands: [Parameter(name: "DEVICE", expected: "the name of a device", kind: .text())],
    details: [
      "A device that is online would publish its state again, so it is refused. Home Assistant forgets it too."
    ],
    examples: [("forget kiosk-7", "its lights and its status are no longer listed")]
  ) { arguments throws(UsageError) in
    let configuration = arguments.configuration
    guard let device = try arguments.device() else {
      throw .missingValue(arguments.grammar.name, expected: "the name of a device")
    }
    return ForgetVerb(configuration: configuration, device: device)
  }

  let configuration: String?
  let device: FleetName

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try FleetClient(configuration: configuration, on: daemon.loop)
    let view = try await client.view(with: [client.topics.discovery(of: device)])
    guard let known = try view.devices(named: device).first else { return .success }
    guard !known.device.isOnline else {
      throw Failure(.failed, reason: "cannot forget '\(device)': it is online", hint: "stop brightnessd-mqtt there")
    }
    _ = try await client.connected(to: []) { (connection) throws(Failure) in
      try await connection.publish(view.clearing(device, client.topics))
    }
    return .success
  }
}
