import EventLoop

/// Sessions that hold the light at a hundred levels, and are killed all at once: how long after the last death the light shows its
/// base, and how often it was written on the way.
func storms(_ program: String) throws -> [Figure] {
  let count = Crowd.largest(upTo: 10_000)
  let daemon = try ServedLight.daemon(program, limits: Crowd.limits)
  let light = try WrittenLight(daemon.tree)
  let crowd = try Crowd(count, of: daemon)
  try light.forget()
  crowd.die()
  let death = LoopClock.Instant.now
  let writes = try light.reach(BenchTree.base)
  let time = microseconds(death, .now) / 1000
  return [
    Figure(name: "storm_sessions", value: Double(count)),
    Figure(name: "storm_10000_last_write_ms", value: time, limit: .atMost(300)),
    Figure(name: "storm_writes", value: Double(writes)),
  ]
}
