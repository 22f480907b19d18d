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
    Figure(name: "onappear_us_p99_at_10", value: amongFew),
    Figure(name: "onappear_us_p99_at_10000", value: amongMany, limit: .atMost(2 * amongFew)),
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
    Figure(name: "hold_us_p99_at_10", value: amongFew),
    Figure(name: "hold_us_p99_at_10000", value: amongMany, limit: .atMost(2 * amongFew)),
  ]
}

private func holdings(_ daemon: borrowing ServedLight) throws -> Double {
  quantile(0.99, of: try daemon.hold(by: Calls.holding(100), connections: 1_000).times)
}

private func appearances(_ daemon: borrowing ServedLight) throws -> Double {
  quantile(0.99, of: try daemon.ask(2_000, Calls.onAppear, first: Calls.push(), between: Calls.onDisappear))
}
