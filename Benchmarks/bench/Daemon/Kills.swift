import EventLoop
import Glibc

/// From the SIGKILL of a client to the base in the light's file, seen from outside; the floor writes the same file at the end of a
/// connection, and asks nobody.
func kills(_ program: String) throws -> [Figure] {
  let floor = try ServedLight.floor()
  let daemon = try ServedLight.daemon(program)
  let bareLight = try WrittenLight(floor.tree)
  let light = try WrittenLight(daemon.tree)
  var bare: [Double] = []
  var kept: [Double] = []
  for _ in 0..<400 {
    try floor.tree.put("100", at: floor.tree.level)
    bare.append(try killToWrite(floor, bareLight))
    kept.append(try killToWrite(daemon, light))
  }
  let base = quantile(0.5, of: bare)
  return [
    Figure(name: "floor_kill_us_p50", value: base),
    Figure(name: "kill_to_write_us_p50", value: quantile(0.5, of: kept), limit: .atMost(1.6 * base), floor: base),
    Figure(name: "kill_to_write_us_p99", value: quantile(0.99, of: kept), floor: quantile(0.99, of: bare)),
  ]
}

/// The microseconds from the death of one client, which is a process of its own, to the light without it.
private func killToWrite(_ served: borrowing ServedLight, _ light: borrowing WrittenLight) throws -> Double {
  let client = try served.hold()
  try light.reach("100")
  let start = LoopClock.Instant.now
  kill(client.process, SIGKILL)
  try light.reach(BenchTree.base)
  return microseconds(start, .now)
}
