/// The time from a call to its reply, with the same client in C: of a minimal epoll loop, of the
/// daemon, and of a hold whose light is written before the reply. They alternate, so that other
/// load on the machine affects all alike.
///
/// Client and server share a processor: between two, a wake-up costs several times as much, and the
/// scheduler decides the placement.
func roundTrips(_ program: String) throws -> [Figure] {
  let floor = try ServedLight.floor(onOneProcessor: true)
  let daemon = try ServedLight.daemon(program, onOneProcessor: true)
  var baseline: [Double] = []
  var getInfo: [Double] = []
  var onAppear: [Double] = []
  for _ in 0..<10 {
    baseline += try floor.ask(2_000, Calls.getInfo)
    getInfo += try daemon.ask(2_000, Calls.getInfo)
    onAppear += try daemon.ask(1_000, Calls.onAppear, first: Calls.push(), between: Calls.onDisappear)
  }
  let base = quantile(0.5, of: baseline)
  return [
    Figure(name: "floor_rtt_us_p50", value: base),
    // On a machine that other systems load, the ratio is 1.3 to 1.64; on a quiet one 1.2.
    Figure(name: "getinfo_rtt_us_p50", value: quantile(0.5, of: getInfo), limit: .atMost(2 * base), floor: base),
    Figure(name: "onappear_rtt_us_p50", value: quantile(0.5, of: onAppear), floor: base),
    Figure(name: "onappear_rtt_us_p99", value: quantile(0.99, of: onAppear)),
  ]
}
