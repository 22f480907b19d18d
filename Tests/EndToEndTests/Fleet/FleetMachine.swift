import BrightnessControl
import BrightnessModel
import Brokers
import HardwareTesting
import MQTT
import Programs
import Testing

/// A machine with a real daemon, and its bridge to a real broker.
final class FleetMachine {
  /// The levels of the panel at percentages.
  static let (full, most, half, less) = (19_200, 11_520, 9_600, 5_760)

  let machine: Machine
  let bridge: RunningBridge
  /// What another client of the daemon sees of the panel.
  private(set) var observer: PanelObserver

  /// `broker` and `fleet` are more lines of the sections of the bridge's configuration, and
  /// `secrets` its credentials.
  init(
    through running: Broker? = nil,
    broker: [String] = [],
    fleet: [String] = [],
    secrets: [String: String] = [:],
    storesSessions: Bool = false,
    before: (Room, Broker) throws -> Void = { _, _ in }
  ) throws {
    machine = try Machine(storesSessions: storesSessions)
    observer = try PanelObserver(machine)
    bridge = try RunningBridge(
      to: machine.socket,
      on: machine.loop,
      through: running,
      broker: broker,
      fleet: fleet,
      secrets: secrets,
      before: before
    )
    bridge.waitUntilOnline()
    try observer.levels(until: Machine.userLevel)
    // Before, it does not know the light that a message names.
    bridge.wait(for: #""state":"free""#, on: RunningBridge.panel)
  }

  /// A controller that holds the panel.
  func holder(_ percent: Int = 100, scene: String = "", _ more: String = "") throws -> Controller {
    let controller = try bridge.controller()
    controller.hold(percent, scene: scene, more)
    try observer.levels(until: Self.full * percent / 100)
    return controller
  }

  /// Starts a daemon after the former has ended.
  func restartDaemon() throws {
    try machine.restart()
    observer = try PanelObserver(machine)
  }

  /// Expects the panel to return to the user's level at once, with no other level before.
  func expectReturn(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try observer.levels(until: Machine.userLevel) == [Machine.userLevel], sourceLocation: location)
    try observer.waitUntil(.free)
    #expect(try machine.level == "\(Machine.userLevel)\n", sourceLocation: location)
  }

  /// Expects the panel to go on with a level that a controller asks for next, and nothing before.
  func expectNothing(before controller: Controller, _ more: String = "", _ location: SourceLocation = #_sourceLocation)
    throws
  {
    controller.hold(50, more)
    #expect(try observer.levels(until: Self.half) == [Self.half], sourceLocation: location)
  }
}
