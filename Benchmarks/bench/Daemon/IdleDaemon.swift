import BrightnessEventLoop

/// The resources of an idle daemon that has held a light and restored it.
func idleDaemon(_ program: String, _ loop: EventLoop) async throws -> [Figure] {
  let daemon = try ServedLight.daemon(program)
  let light = try WrittenLight(daemon.tree)
  try holdOnce(daemon, light)
  let process = daemon.child.process
  // A writer's thread ends after ten idle seconds.
  try await loop.sleep(for: .seconds(12))
  let before = switches(of: process)
  try await loop.sleep(for: .seconds(10))
  let after = switches(of: process)
  return [
    Figure(name: "anonymous_kb", value: kilobytes("Anonymous", of: process), limit: .atMost(1_200)),
    // Most of it are clean pages of the program. The kernel maps up to 0.7 MB of them more or less,
    // by what its page cache has.
    Figure(name: "resident_kb", value: kilobytes("Rss", of: process), limit: .atMost(11 * 1024)),
    Figure(name: "proportional_kb", value: kilobytes("Pss", of: process)),
    Figure(name: "threads_idle", value: Double(threads(of: process)), limit: .exactly(1)),
    Figure(name: "switches_idle_10s", value: Double(after - before), limit: .exactly(0)),
  ]
}

/// Holds the light, and lets it be restored.
func holdOnce(_ daemon: borrowing ServedLight, _ light: borrowing WrittenLight) throws {
  let client = try daemon.hold()
  try light.reach("100")
  _ = consume client
  try light.reach(BenchTree.base)
}
