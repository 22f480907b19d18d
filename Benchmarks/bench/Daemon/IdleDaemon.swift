import BrightnessEventLoop
import Glibc

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
    // Nearly all of the rest of the memory are clean pages of the program's file. How many of them
    // are resident is up to the kernel's page cache, so the limit is on the file.
    Figure(name: "file_kb", value: try kilobytes(ofFile: program), limit: .atMost(12 * 1024)),
    Figure(name: "resident_kb", value: kilobytes("Rss", of: process)),
    Figure(name: "proportional_kb", value: kilobytes("Pss", of: process)),
    Figure(name: "threads_idle", value: Double(threads(of: process)), limit: .exactly(1)),
    Figure(name: "switches_idle_10s", value: Double(after - before), limit: .exactly(0)),
  ]
}

private func kilobytes(ofFile path: String) throws -> Double {
  var status = stat()
  try systemCall("stat", path) { stat(path, &status) }
  return Double(status.st_size) / 1024
}

/// Holds the light, and lets it be restored.
func holdOnce(_ daemon: borrowing ServedLight, _ light: borrowing WrittenLight) throws {
  let client = try daemon.hold()
  try light.reach("100")
  _ = consume client
  try light.reach(BenchTree.base)
}
