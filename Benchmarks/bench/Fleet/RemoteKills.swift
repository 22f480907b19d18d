import BrightnessEventLoop
import Glibc

/// The time from the SIGKILL of a controller to the base in the light's file, through a broker and
/// a bridge; the same after a goodbye, and with a grace; and the resources of an idle bridge. The
/// minimal bridge and the minimal server have the same controller and broker.
func remoteHolds(_ daemon: String, _ bridge: String, _ loop: EventLoop) async throws -> [Figure] {
  let folder = try BenchTree()
  let broker = try BenchBroker(in: folder)
  let floor = try ServedFleet.floor(broker)
  let fleet = try ServedFleet.real(daemon, bridge, broker)
  var floors: [Double] = []
  var deaths: [Double] = []
  var goodbyes: [Double] = []
  for round in 0..<100 {
    try floor.served.tree.put("100", at: floor.served.tree.level)
    let controller = try broker.control("floor", round)
    floors.append(try endToWrite(floor, controller, SIGKILL) { try $0.bridge.wait(for: "held") })
    deaths.append(try endToWrite(fleet, try broker.control("kiosk", 1000 + round), SIGKILL, untilHeld))
  }
  for round in 0..<30 {
    goodbyes.append(try endToWrite(fleet, try broker.control("kiosk", 2000 + round), SIGTERM, untilHeld))
  }
  var graces: [Double] = []
  for round in 0..<10 {
    let controller = try broker.control("kiosk", 3000 + round, grace: 250)
    graces.append(try endToWrite(fleet, controller, SIGKILL, untilHeld) - 250_000)
  }
  let base = quantile(0.5, of: floors)
  let idle = try await idleBridge(fleet.bridge.process, loop)
  // In this order, or it would complain.
  _ = consume floor
  _ = consume broker
  return [
    Figure(name: "remote_floor_us_p50", value: base),
    Figure(name: "remote_kill_us_p50", value: quantile(0.5, of: deaths), limit: .atMost(3 * base), floor: base),
    Figure(name: "remote_kill_us_p95", value: quantile(0.95, of: deaths), floor: quantile(0.95, of: floors)),
    Figure(name: "remote_kill_us_p99", value: quantile(0.99, of: deaths), floor: quantile(0.99, of: floors)),
    Figure(name: "remote_goodbye_us_p50", value: quantile(0.5, of: goodbyes), limit: .atMost(3 * base), floor: base),
    Figure(name: "remote_after_grace_us_p50", value: quantile(0.5, of: graces), limit: .atMost(10 * base), floor: base),
  ] + idle
}

private func untilHeld(_ fleet: borrowing ServedFleet) throws { try fleet.light.reach("100") }

/// The microseconds from the end of a controller to the restored light.
private func endToWrite(
  _ fleet: borrowing ServedFleet,
  _ controller: consuming Child,
  _ signal: CInt,
  _ waitUntilHeld: (borrowing ServedFleet) throws -> Void
) throws -> Double {
  try waitUntilHeld(fleet)
  let start = LoopClock.Instant.now
  kill(controller.process, signal)
  try fleet.light.reach(BenchTree.base)
  return microseconds(start, .now)
}

private func idleBridge(_ process: pid_t, _ loop: EventLoop) async throws -> [Figure] {
  // What was published at the last end is over, and the thread that connected has ended.
  try await loop.sleep(for: .seconds(1))
  let before = switches(of: process)
  try await loop.sleep(for: .seconds(4))
  let after = switches(of: process)
  return [
    Figure(name: "bridge_anonymous_kb", value: kilobytes("Anonymous", of: process), limit: .atMost(2_560)),
    Figure(name: "bridge_threads_idle", value: Double(threads(of: process)), limit: .exactly(1)),
    Figure(name: "bridge_switches_idle_4s", value: Double(after - before), limit: .exactly(0)),
  ]
}
