import EventLoop
import Glibc

/// The resources of an idle daemon that has held a light and restored it, as after a boot.
func idleDaemon(_ program: String, _ loop: EventLoop) async throws -> [Figure] {
  try dropFromPageCache(program)
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
    Figure(name: "resident_kb", value: kilobytes("Rss", of: process), limit: .atMost(10 * 1024)),
    Figure(name: "proportional_kb", value: kilobytes("Pss", of: process)),
    Figure(name: "threads_idle", value: Double(threads(of: process)), limit: .exactly(1)),
    Figure(name: "switches_idle_10s", value: Double(after - before), limit: .exactly(0)),
  ]
}

/// With a page that a program needs, the kernel maps those around it that are in the page cache. After many runs these are all, which makes
/// a megabyte of resident memory that a daemon started at boot does not have.
private func dropFromPageCache(_ path: String) throws {
  let file = try Descriptor(opening: path, O_RDONLY)
  // Only pages that are on the disk can be dropped.
  try systemCall("sync", path) { fsync(file.number) }
  let code = posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED)
  guard code == 0 else { throw SystemError("drop from the page cache", path, ErrorCode(rawValue: code)) }
}

private func holdOnce(_ daemon: borrowing ServedLight, _ light: borrowing WrittenLight) throws {
  let client = try daemon.hold()
  try light.reach("100")
  _ = consume client
  try light.reach(BenchTree.base)
}
