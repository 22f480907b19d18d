/// What sessions cost that hold the light all together, and what a scene costs among few and among many of them.
func sessions(_ program: String) throws -> [Figure] {
  let count = Crowd.largest(upTo: 10_000)
  let daemon = try ServedLight.daemon(program, limits: Crowd.limits)
  let few = try Crowd(10, of: daemon)
  let amongFew = try appearances(daemon)
  let before = kilobytes("Rss", of: daemon.child.process)
  let many = try Crowd(count - 10, of: daemon)
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

/// What one more hold costs among few and among many whose clients are told what becomes of them.
func watchedHolds(_ program: String) throws -> [Figure] {
  let count = Crowd.largest(upTo: 10_000) - 1_000
  let daemon = try ServedLight.daemon(program, limits: Crowd.limits)
  let few = try Crowd(10, of: daemon, by: Calls.holding)
  let amongFew = try holdings(daemon)
  let many = try Crowd(count - 10, of: daemon, by: Calls.holding)
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
