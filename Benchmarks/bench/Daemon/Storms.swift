import BrightnessEventLoop

/// Sessions that hold the light at a hundred levels are killed at once: the time from the last
/// death to the restored light, and the number of writes.
///
/// The minimal server has as many connections, and writes the light when the last of them has
/// ended.
func storms(_ program: String) throws -> [Figure] {
  let count = ClientGroup.largest(upTo: 10_000)
  let server = try ServedLight.floor()
  try server.tree.put("100", at: server.tree.level)
  let floor = try Storm(count, on: server)
  let storm = try Storm(count, on: ServedLight.daemon(program, limits: ClientGroup.limits))
  return [
    Figure(name: "storm_sessions", value: Double(count)),
    Figure(name: "storm_10000_last_write_ms", value: storm.milliseconds, floor: floor.milliseconds),
    Figure(
      name: "storm_10000_processor_us",
      value: storm.processorTime,
      // Each is measured once, so a machine that changes its speed in between changes the ratio: 5
      // to 9.5 was seen.
      limit: .atMost(12 * floor.processorTime),
      floor: floor.processorTime
    ),
    Figure(name: "storm_writes", value: Double(storm.writes), limit: .atMost(100)),
  ]
}

private struct Storm {
  /// From the last death to the restored light.
  let milliseconds: Double
  /// The microseconds that the server used from the first death on.
  let processorTime: Double
  let writes: Int

  init(_ count: Int, on served: consuming ServedLight) throws {
    let light = try WrittenLight(served.tree)
    let group = try ClientGroup(count, of: served)
    try light.takeWriteCount()
    let before = bench.processorTime(of: served.child.process)
    group.die()
    let death = LoopClock.Instant.now
    writes = try light.reach(BenchTree.base)
    milliseconds = microseconds(death, .now) / 1000
    processorTime = bench.processorTime(of: served.child.process) - before
  }
}
