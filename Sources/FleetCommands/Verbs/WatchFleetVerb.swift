import BrightnessEventLoop
import BrokerAccess
import CommandLines
import Commands
import Fleet
import Glibc
import MQTT

/// `watch`: shows the devices as they change.
struct WatchFleetVerb: Verb {
  static let grammar = Grammar(
    fleet: "watch",
    summary: "show devices and their lights as they change",
    operands: [.device],
    options: [.fleetJSON],
    details: [
      """
      On a terminal it shows the table of `list`. With --json it prints a device as a line each time that it changes. \
      While the broker is away, it waits.
      """
    ],
    examples: [("watch", "the table, until q or Ctrl-C"), ("watch --json", "a JSON object for each change")]
  ) { arguments throws(UsageError) in
    let configuration = arguments.configuration
    return WatchFleetVerb(
      configuration: configuration,
      device: try arguments.device(),
      isJSON: arguments.has(.json)
    )
  }

  let configuration: String?
  /// Nil for all.
  let device: FleetName?
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    guard isJSON || Console.screen.isPage else {
      throw Failure(.failed, reason: "cannot watch: the standard output is not a terminal", hint: "use --json")
    }
    let client = try FleetClient(configuration: configuration, on: daemon.loop)
    var watch = FleetWatch(client, device, isJSON: isJSON)
    return try await watch.follow()
  }
}

/// A watch of devices as a process.
private struct FleetWatch {
  private enum Event: Sendable {
    case broker(BrokerLink.Event)
    /// Changes have been collected long enough to be drawn.
    case due
    case signal(Signal)
    case left
  }

  /// A message changes one row of many, so several are drawn together.
  private static let pause = Duration.milliseconds(50)

  private let client: FleetClient
  private let device: FleetName?
  private let isJSON: Bool
  private var view = FleetView()
  private var printed = FleetView()
  private var interruption: String?
  private var first = FirstConnection.missing(failures: 0)
  private var isDue = false

  init(_ client: FleetClient, _ device: FleetName?, isJSON: Bool) {
    self.client = client
    self.device = device
    self.isJSON = isJSON
  }

  mutating func follow() async throws(Failure) -> ExitStatus {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let signals = SignalMask.notIgnored(SignalMask.ofEnd) + (isJSON ? [] : LiveScreen.signals)
    let watch = try converting(Failure.init) { () throws(SystemError) in
      try client.loop.onSignals(signals) { continuation.yield(.signal($0)) }
    }
    let key = isJSON ? nil : LeaveKey(on: client.loop) { continuation.yield(.left) }
    let screen = isJSON ? nil : LiveScreen(hint: key == nil ? nil : LeaveKey.hint)
    defer {
      screen?.close()
      withExtendedLifetime(watch) {}
      withExtendedLifetime(key) {}
    }
    let session = BrokerLink.Session(name: .random, filters: [client.topics.devices], wantsKept: true)
    let link = client.link(session: { session }) { continuation.yield(.broker($0)) }
    defer { withExtendedLifetime(link) {} }
    await link.connect()
    try screen?.open()
    for await event in events {
      switch event {
      case .broker(let event): try handle(event)
      case .due:
        isDue = false
        if let screen { try screen.draw(lines) } else { try printChanges() }
        continue
      case .signal(let signal) where !SignalMask.ofEnd.contains(signal.number): try screen?.handle(signal)
      case .signal, .left: return .success
      }
      if isDue { continue }
      isDue = true
      client.loop.after(Self.pause) { continuation.yield(.due) }
    }
    preconditionFailure("the events do not end")
  }

  private mutating func handle(_ event: BrokerLink.Event) throws(Failure) {
    switch event {
    case .connected:
      first = .made
      interruption = nil
      view = FleetView()
    case .received(let message): view.receive(FleetMessage(message), client.topics)
    case .failed(let host, let error, _):
      interruption = "cannot use the broker '\(host)': \(error); updates resume when it is back"
      if isJSON, let interruption, first == .made { Console.printError(interruption, by: FleetClient.program) }
      if let failure = client.fail(&first, host, error) { throw failure }
    case .refused(let refusal): throw Failure(.permissionDenied, reason: "\(refusal)")
    case .subscribed, .published, .disconnected: break
    }
  }

  private var devices: DevicesTable.Devices {
    view.sorted.filter { device == nil || $0.name == device }
  }

  private func lines(on screen: Screen) -> [String] {
    DevicesTable.lines(devices, on: screen)
      + [interruption].compactMap { $0?.cut(to: screen.columns ?? .max, mark: screen.ellipsis) }
  }

  private mutating func printChanges() throws(Failure) {
    let changed = devices.filter { printed.devices[$0.name] != $0.device }
    printed = view
    try Console.print(changed.map { JSONLine.text(("device", DeviceJSON(name: $0.name, device: $0.device))) })
  }
}
