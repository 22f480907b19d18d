import EventLoop

/// Sessions that hold the light at a hundred levels are killed at once: the time from the last
/// death to the restored light, and the number of writes.
func storms(_ program: String) throws -> [Figure] {
  let count = ClientGroup.largest(upTo: 10_000)
  let daemon = try ServedLight.daemon(program, limits: ClientGroup.limits)
  let light = try WrittenLight(daemon.tree)
  let group = try ClientGroup(count, of: daemon)
  try light.takeWriteCount()
  group.die()
  let death = LoopClock.Instant.now
  let writes = try light.reach(BenchTree.base)
  let time = microseconds(death, .now) / 1000
  return [
    Figure(name: "storm_sessions", value: Double(count)),
    Figure(name: "storm_10000_last_write_ms", value: time, limit: .atMost(300)),
    Figure(name: "storm_writes", value: Double(writes)),
  ]
}
