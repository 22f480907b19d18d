/// The operations of users, each with the write of the light before its reply: `Set`, and the end
/// of a hold by its client.
///
/// Client and server share a processor, as for the round trips. The floor is a reply of the minimal
/// server, which writes nothing.
func operations(_ program: String) throws -> [Figure] {
  let floor = try ServedLight.floor(onOneProcessor: true)
  let daemon = try ServedLight.daemon(program, onOneProcessor: true)
  var baseline: [Double] = []
  var set: [Double] = []
  var end: [Double] = []
  for _ in 0..<10 {
    baseline += try floor.ask(500, Calls.getInfo)
    set += try daemon.ask(500, Calls.set(40), first: Calls.set(50), between: Calls.set(50))
    end += try daemon.ask(500, Calls.onDisappear, first: Calls.push(), between: Calls.onAppear)
  }
  let base = quantile(0.5, of: baseline)
  return [
    Figure(name: "set_us_p50", value: quantile(0.5, of: set), floor: base),
    Figure(name: "end_of_hold_us_p50", value: quantile(0.5, of: end), floor: base),
  ]
}

/// The time from a `Hold` on a new connection to its first reply, including the write of the light.
///
/// The comparison would be `HoldProfile` of power-profiles-daemon, which asks polkit on the system
/// bus for each call. Against a mock of polkit the figure would be that of the mock.
func firstHolds(_ program: String) throws -> [Figure] {
  printError("bench: no comparison for hold_us_p50: power-profiles-daemon needs the system's bus and polkit")
  let daemon = try ServedLight.daemon(program)
  let light = try WrittenLight(daemon.tree)
  var times: [Double] = []
  for _ in 0..<400 {
    let client = try daemon.hold(by: Calls.holding(100))
    times += client.times
    try light.reach("100")
    _ = consume client
    try light.reach(BenchTree.base)
  }
  return [Figure(name: "hold_us_p50", value: quantile(0.5, of: times))]
}
