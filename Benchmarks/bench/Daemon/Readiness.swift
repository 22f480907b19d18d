/// The time from the start of the program to READY=1.
func readiness(_ program: String) throws -> [Figure] {
  var times: [Double] = []
  for _ in 0..<50 { times.append(try ServedLight.daemon(program).readyIn) }
  return [Figure(name: "ready_ms", value: quantile(0.5, of: times), limit: .atMost(10))]
}
