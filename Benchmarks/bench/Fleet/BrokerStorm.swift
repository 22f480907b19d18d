import BrightnessEventLoop
import Glibc

/// The time of a document and of a will to many devices of a mosquitto, beside a minimal broker in
/// C; then the return of all devices to a broker that was killed, while some real machines are
/// held, whose lights must not be written.
///
/// A device waits at random before it returns. The floor is when the same random numbers would let
/// it return if a connection took no time.
func brokerStorm(_ daemon: String, _ bridge: String, _ loop: EventLoop) async throws -> [Figure] {
  let count = min(10_000, mostDescriptors() - 100)
  let floor = try minimalFanOut(count)
  let folder = try BenchTree()
  var broker = try BenchBroker(in: folder)
  let host = broker.host
  var swarm = try Swarm(host, count)
  try swarm.read(until: "ready")
  let memory = kilobytes("Rss", of: broker.process)

  let machines = try (0..<20).map { Machine(try .real(daemon, bridge, broker, as: "kiosk-\($0)")) }
  let controller = try heldEverywhere(bridge, host, folder)
  for machine in machines { try machine.fleet.light.reach("100") }
  // The daemon closes the file after its write.
  try await loop.sleep(for: .seconds(1))
  for machine in machines { try machine.fleet.light.takeWriteCount() }

  _ = consume broker
  let death = LoopClock.Instant.now
  try await loop.sleep(for: .seconds(2))
  broker = try BenchBroker(in: folder)
  for machine in machines { try machine.fleet.waitUntilConnected(to: host) }
  let bridges = microseconds(death, .now) / 1000
  try swarm.read(until: "over")
  // The controller may be the last that returns, and its document comes after that.
  try await loop.sleep(for: .seconds(1))
  let writes = try machines.reduce(0) { try $0 + $1.fleet.light.takeWriteCount() }
  // They were served all the time: the end of the controller restores them.
  _ = consume controller
  for machine in machines { try machine.fleet.light.reach(BenchTree.base) }
  let figures =
    fanOutFigures(swarm, floor) + [
      Figure(name: "swarm_broker_kb", value: memory, limit: .atMost(102_400)),
      // Without a limit: when the broker has too little of a busy machine, the kernels of the
      // devices repeat their first packets after ever longer times.
      returnFigure("p99", of: "most", swarm),
      returnFigure("all", of: "all", swarm),
      Figure(name: "swarm_return_ms_bridges", value: bridges),
      Figure(name: "swarm_writes", value: Double(writes), limit: .exactly(0)),
    ]
  // In this order, or they would complain.
  _ = consume machines
  _ = consume swarm
  _ = consume broker
  return [Figure(name: "swarm_devices", value: Double(count))] + figures
}

private func fanOutFigures(_ swarm: borrowing Swarm, _ floor: FanOut) -> [Figure] {
  let (document, will) = (swarm.milliseconds("document"), swarm.milliseconds("will"))
  return [
    Figure(name: "swarm_connected_ms", value: swarm.milliseconds("connected"), floor: floor.connections),
    Figure(
      name: "swarm_document_ms_p99",
      value: document,
      limit: .atMost(4 * floor.document),
      floor: floor.document
    ),
    Figure(name: "swarm_will_ms_p99", value: will, limit: .atMost(4 * floor.will), floor: floor.will),
  ]
}

private func returnFigure(_ name: String, of share: String, _ swarm: borrowing Swarm) -> Figure {
  let floor = swarm.milliseconds("schedule_\(share)")
  return Figure(name: "swarm_return_ms_\(name)", value: swarm.milliseconds(share), floor: floor)
}

/// A real machine, which an array can contain.
private final class Machine {
  let fleet: ServedFleet

  init(_ fleet: consuming ServedFleet) { self.fleet = fleet }
}

/// A real controller that holds full brightness on all devices, with a lease that a slow machine
/// does not exceed until all are back.
private func heldEverywhere(_ program: String, _ host: String, _ folder: BenchTree) throws -> Child {
  let client = "\(folder.root)/brightness-fleet"
  let configuration = "\(folder.root)/fleet.conf"
  let lines = ["[Broker]", "Host=\(host)", "Port=\(BenchBroker.port)", "TLS=no", "[Fleet]", "Controller=guard"]
  try folder.put(lines.joined(separator: "\n"), at: configuration)
  try systemCall("link", client) { symlink(program, client) }
  return try Child(client, ["--config", configuration, "hold", "--to", "all", "--max", "--lease", "5m"])
}

private struct FanOut {
  let connections: Double
  let document: Double
  let will: Double
}

/// What the same devices measure with a broker that does only what is needed.
private func minimalFanOut(_ count: Int) throws -> FanOut {
  let host = BenchBroker.host(2)
  let server = try Child(builtProgram("Swarm"), ["serve", host, BenchBroker.port])
  try server.wait(for: "running")
  var swarm = try Swarm(host, count)
  try swarm.read(until: "ready")
  let figures = FanOut(
    connections: swarm.milliseconds("connected"),
    document: swarm.milliseconds("document"),
    will: swarm.milliseconds("will")
  )
  _ = consume swarm
  _ = consume server
  return figures
}
