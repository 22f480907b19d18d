import BrightnessControl
import CommandLines
import Commands
import Fleet

/// `list`: the devices with their lights.
struct DevicesVerb: Verb {
  static let overview = grammar(named: "", summary: "list devices with their lights", examples: [])

  static let grammar = grammar(
    named: "list",
    summary: "list devices with their lights",
    operands: [.device],
    details: [
      """
      It lists what the broker has kept: the lights of the devices that are online, their levels, and who holds them. \
      Devices that are offline come last.
      """
    ],
    examples: [("list", "all devices"), ("list sign-7 --json", "one device as JSON")]
  )

  private static func grammar(
    named name: String,
    summary: String,
    operands: [Parameter] = [],
    details: [String] = [],
    examples: [(arguments: String, meaning: String)]
  ) -> Grammar {
    Grammar(
      fleet: name,
      summary: summary,
      operands: operands,
      options: [.fleetJSON],
      details: details,
      examples: examples
    ) { arguments throws(UsageError) in
      let device = operands.isEmpty ? nil : try arguments.device()
      return DevicesVerb(configuration: arguments.configuration, device: device, isJSON: arguments.has(.json))
    }
  }

  let configuration: String?
  /// Nil for all.
  let device: FleetName?
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let view = try await FleetClient(configuration: configuration, on: daemon.loop).view()
    let devices = try view.devices(named: device)
    try Console.print(isJSON ? [DevicesTable.json(devices)] : DevicesTable.lines(devices, on: Console.screen))
    return .success
  }
}

extension Parameter {
  static let device = Parameter(name: "DEVICE", expected: "the name of a device", kind: .text(), count: .optional)
}

extension FleetView {
  /// All devices, those that are online first.
  var sorted: [(name: FleetName, device: Device)] {
    devices.sorted { ($0.value.isOnline ? 0 : 1, $0.key) < ($1.value.isOnline ? 0 : 1, $1.key) }
      .map { ($0.key, $0.value) }
  }

  /// A device that is named, or all.
  func devices(named name: FleetName?) throws(Failure) -> [(name: FleetName, device: Device)] {
    guard let name else { return sorted }
    guard let device = devices[name] else {
      throw Failure(.failed, reason: "cannot find '\(name)': no device has published under this name")
    }
    return [(name, device)]
  }
}
