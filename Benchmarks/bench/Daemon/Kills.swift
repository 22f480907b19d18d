import BrightnessEventLoop
import Glibc

/// The time from the SIGKILL of a client to the base in the light's file, seen from outside. The
/// minimal server writes the same file at the end of a connection without any decision.
func kills(_ program: String) throws -> [Figure] {
  let floor = try ServedLight.floor()
  let daemon = try ServedLight.daemon(program)
  let baselineLight = try WrittenLight(floor.tree)
  let light = try WrittenLight(daemon.tree)
  var baseline: [Double] = []
  var measured: [Double] = []
  for _ in 0..<400 {
    try floor.tree.put("100", at: floor.tree.level)
    baseline.append(try killToWrite(floor, baselineLight))
    measured.append(try killToWrite(daemon, light))
  }
  let base = quantile(0.5, of: baseline)
  return [
    Figure(name: "floor_kill_us_p50", value: base),
    Figure(name: "kill_to_write_us_p50", value: quantile(0.5, of: measured), limit: .atMost(2.2 * base), floor: base),
    Figure(name: "kill_to_write_us_p99", value: quantile(0.99, of: measured), floor: quantile(0.99, of: baseline)),
  ]
}

/// The microseconds from the kill of one client process to the restored light.
private func killToWrite(_ served: borrowing ServedLight, _ light: borrowing WrittenLight) throws -> Double {
  let client = try served.hold()
  try light.reach("100")
  let start = LoopClock.Instant.now
  kill(client.process, SIGKILL)
  try light.reach(BenchTree.base)
  return microseconds(start, .now)
}
