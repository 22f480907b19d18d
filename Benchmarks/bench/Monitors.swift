import BrightnessEventLoop

/// The cost of external monitors, measured in the virtual machine of Tests/VM with the package as
/// it is installed, beside a program in C.
///
/// The machine is emulated and slow: limits of times are those of the C program in the same run,
/// and where there is none, of an idle machine, which an emulated one keeps as well.
func monitors() throws -> [Figure] {
  let run = try Child("Scripts/test-vm", ["monitor-figures"]).allPrinted()
  var found: [String: Double] = [:]
  for line in run.split(separator: "\n") {
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "figure", let value = Double(words[2]) else { continue }
    found[String(words[1])] = value
  }
  func figure(_ name: String, _ limit: Figure.Limit?, floor: String? = nil) throws -> Figure {
    guard let value = found[name] else { throw MonitorsError(run: run, missing: name) }
    return Figure(name: name, value: value, limit: limit, floor: floor.flatMap { found[$0] })
  }
  let written = found["floor_read_write_ms_p50"] ?? 0
  let verified = found["floor_verified_ms_p50"] ?? 0
  let start = found["floor_service_start_ms_p50"] ?? 0
  let fourStarts = found["floor_four_service_starts_ms_p50"] ?? 0
  return [
    try figure("list_4_ms", .atMost(10)),
    try figure("messages_at_start", .exactly(0)),
    try figure("read_all_4_ms", .atMost(250 + fourStarts), floor: "floor_four_service_starts_ms_p50"),
    try figure("floor_four_service_starts_ms_p50", nil),
    try figure("floor_read_write_ms_p50", nil),
    try figure("death_to_write_ms_p50", .atMost(1.3 * written), floor: "floor_read_write_ms_p50"),
    try figure("floor_verified_ms_p50", nil),
    // A read, 40 ms, a write, 50 ms and a read are 175 ms on the wire: 160 ms would need shorter
    // gaps, at which some monitors lock up.
    try figure("verified_ms_p50", .atMost(1.2 * verified), floor: "floor_verified_ms_p50"),
    try figure("floor_service_start_ms_p50", nil),
    try figure("cold_extra_ms", .atMost(100 + start), floor: "floor_service_start_ms_p50"),
    try figure("panel_restore_ratio_while_bus_hangs", .atMost(1.1)),
    try figure("getinfo_ratio_while_bus_hangs", .atMost(1.1)),
    try figure("worker_anonymous_kb", .atMost(3_500)),
    try figure("daemon_extra_anonymous_kb", .atMost(150)),
    try figure("writes_per_hold", .exactly(2)),
    try figure("writes_per_hold_of_shown_level", .exactly(0)),
    try figure("workers_after_30_s", .exactly(0)),
    try figure("switches_idle_10s", .exactly(0)),
    try figure("messages_idle_10s", .exactly(0)),
  ]
}

/// The scenario did not print a figure.
private struct MonitorsError: Error, CustomStringConvertible {
  let run: String
  let missing: String

  var description: String { "cannot measure '\(missing)': the virtual machine printed\n\(run)" }
}
