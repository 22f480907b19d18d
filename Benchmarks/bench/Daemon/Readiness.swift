/// The time from the start of the program to READY=1, beside that of the minimal server until it
/// listens.
func readiness(_ program: String) throws -> [Figure] {
  var starts: [Start] = []
  var floors: [Start] = []
  for _ in 0..<50 {
    floors.append(Start(try ServedLight.floor()))
    starts.append(Start(try ServedLight.daemon(program)))
  }
  let floor = quantile(0.5, of: floors.map(\.processorTime))
  let cost = quantile(0.5, of: starts.map(\.processorTime))
  return [
    Figure(
      name: "ready_ms",
      value: quantile(0.5, of: starts.map(\.milliseconds)),
      floor: quantile(0.5, of: floors.map(\.milliseconds))
    ),
    Figure(name: "ready_processor_us", value: cost, limit: .atMost(3 * floor), floor: floor),
  ]
}

private struct Start {
  let milliseconds: Double
  /// In microseconds.
  let processorTime: Double

  init(_ served: consuming ServedLight) {
    milliseconds = served.readyIn
    processorTime = bench.processorTime(of: served.child.process)
  }
}
