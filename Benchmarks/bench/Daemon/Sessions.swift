/// The memory of sessions that all hold the light, and the time of a scene among few and among many
/// of them.
func sessions(_ program: String) throws -> [Figure] {
  let count = ClientGroup.largest(upTo: 10_000)
  let daemon = try ServedLight.daemon(program, limits: ClientGroup.limits)
  let few = try ClientGroup(10, of: daemon)
  let amongFew = try appearances(daemon)
  let before = kilobytes("Rss", of: daemon.child.process)
  let many = try ClientGroup(count - 10, of: daemon)
  let after = kilobytes("Rss", of: daemon.child.process)
  let amongMany = try appearances(daemon)
  consume((few, many))
  return [
    Figure(name: "sessions", value: Double(count)),
    Figure(name: "sessions_10000_kb_each", value: (after - before) / Double(count - 10), limit: .atMost(8)),
    Figure(name: "onappear_us_p99_at_10", value: amongFew.slow),
    Figure(name: "onappear_us_p99_at_10000", value: amongMany.slow),
    Figure.among("onappear_processor_us_at_10000", amongMany, amongFew),
  ]
}

/// The time of one more hold among few and among many whose clients receive events.
func watchedHolds(_ program: String) throws -> [Figure] {
  let count = ClientGroup.largest(upTo: 10_000) - 1_000
  let daemon = try ServedLight.daemon(program, limits: ClientGroup.limits)
  let few = try ClientGroup(10, of: daemon, by: Calls.holding)
  let amongFew = try holdings(daemon)
  let many = try ClientGroup(count - 10, of: daemon, by: Calls.holding)
  let amongMany = try holdings(daemon)
  consume((few, many))
  return [
    Figure(name: "hold_us_p99_at_10", value: amongFew.slow),
    Figure(name: "hold_us_p99_at_10000", value: amongMany.slow),
    Figure.among("hold_processor_us_at_10000", amongMany, amongFew),
  ]
}

/// What many calls of a client took.
private struct Cost {
  /// The microseconds that one in a hundred exceeded.
  let slow: Double
  /// The microseconds of processor time that the daemon used for each.
  let processorTime: Double

  init(of daemon: borrowing ServedLight, _ call: (borrowing ServedLight) throws -> [Double]) rethrows {
    let before = bench.processorTime(of: daemon.child.process)
    let times = try call(daemon)
    processorTime = (bench.processorTime(of: daemon.child.process) - before) / Double(times.count)
    slow = quantile(0.99, of: times)
  }
}

extension Figure {
  /// The processor time of a call among many sessions, beside that among few.
  fileprivate static func among(_ name: String, _ many: Cost, _ few: Cost) -> Figure {
    Figure(name: name, value: many.processorTime, limit: .atMost(3 * few.processorTime), floor: few.processorTime)
  }
}

private func holdings(_ daemon: borrowing ServedLight) throws -> Cost {
  try Cost(of: daemon) { try $0.hold(by: Calls.holding(100), connections: 1_000).times }
}

private func appearances(_ daemon: borrowing ServedLight) throws -> Cost {
  try Cost(of: daemon) { try $0.ask(2_000, Calls.onAppear, first: Calls.push(), between: Calls.onDisappear) }
}
