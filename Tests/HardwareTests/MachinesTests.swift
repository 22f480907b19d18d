@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import DDC
import DDCTesting
import HardwareTesting
import Testing

/// Real machines, laid out as they were reported: which of their lights are used, and on which bus
/// each monitor is found.
@Suite struct MachinesTests {
  @Test(arguments: try RealMachine.all())
  func `the lights of a real machine are the right ones`(machine: RealMachine) throws {
    let tree = try FakeTree()
    try machine.layOut(on: tree)
    let observed = try Observed(FakeTreeOrigin(root: tree.root), findsMonitors: true)
    try observed.findLights()
    let choice = observed.choice

    let found = RealMachine.Lights(
      panels: Self.names(of: .panel, choice),
      keyboards: Self.keyboards(of: choice),
      driven: Self.names(of: .monitor, choice),
      monitors: try Self.buses(of: choice, on: machine, tree.root)
    )

    if let reason = machine.wrong {
      #expect(found != machine.expected.lights, "it is right by now, and no longer wrong because \(reason)")
    } else {
      #expect(found == machine.expected.lights)
    }
  }

  @Test func `nearly all machines are as they should be`() throws {
    let all = try RealMachine.all()

    #expect(all.count { $0.wrong == nil } >= 105)
    #expect(Set(all.map(\.name)).count == all.count)
  }

  private static func names(of kind: LightKind, _ choice: LightChoice) -> [String] {
    choice.chosen.filter { $0.kind == kind && $0.monitor == nil }.map(\.id.name).sorted()
  }

  /// The LEDs of each keyboard.
  private static func keyboards(of choice: LightChoice) -> [[String]] {
    let leds = choice.chosen.filter { $0.kind == .keyboard }
    let keyboards = Dictionary(grouping: leds, by: \.id.visible).values
    return keyboards.map { $0.map(\.id.name).sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The bus of each monitor that can be reached, by connector.
  private static func buses(of choice: LightChoice, on machine: RealMachine, _ root: String) throws -> [String: Int] {
    let buses = try machine.simulatedBuses()
    var found: [String: Int] = [:]
    for monitor in choice.chosen.compactMap(\.monitor) {
      var worker = MonitorWorker(root: root) { number throws(WorkerFault) in
        guard let bus = buses[number] else { throw WorkerFault(.isNotOpened) }
        return try bus.open()
      }
      guard worker.reply(to: .connector(monitor.connector.name)) == .done,
        case .level(let level) = worker.reply(to: .read(of: monitor.edid.fingerprint))
      else { continue }
      // The level of each simulated monitor is the number of its bus.
      found[monitor.connector.port] = Int(level.current)
    }
    return found
  }
}
