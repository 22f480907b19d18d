import BrightnessEventLoop
import Glibc

/// What a light that follows the light in the room costs while that light is constant, beside a
/// daemon that has held a light and restored it, and what is left once it is turned off.
///
/// Readings come every four seconds, so at most three of them are within eleven seconds. A busy
/// machine wakes the bench late, so the time that has passed counts. The first thread, which
/// serves clients, must not wake up for any.
func followingDaemon(_ program: String, _ loop: EventLoop) async throws -> [Figure] {
  let daemon = try ServedLight.daemon(program)
  try holdOnce(daemon, WrittenLight(daemon.tree))
  let process = daemon.child.process
  let memory = kilobytes("Anonymous", of: process)
  _ = try daemon.ask(1, Calls.turnOn)
  // The thread that has written the light ends after ten idle seconds. The first readings of the
  // sensor follow one another faster.
  try await loop.sleep(for: .seconds(12))
  let (start, time) = (waits(of: process), processorTime(of: process))
  let begin = LoopClock.Instant.now
  try await loop.sleep(for: .seconds(11))
  let (end, used) = (waits(of: process), processorTime(of: process) - time)
  let readings = Double(begin.duration(to: .now).components.seconds / 4 + 1)
  let more = kilobytes("Anonymous", of: process) - memory

  _ = try daemon.ask(1, Calls.turnOff)
  // The thread ends when it is told so.
  try await loop.sleep(for: .seconds(1))
  let offStart = switches(of: process)
  try await loop.sleep(for: .seconds(3))
  let offEnd = switches(of: process)

  let first = end[process, default: 0] - start[process, default: 0]
  let all = end.map { $1 - start[$0, default: 0] }.reduce(0, +)
  return [
    Figure(name: "threads_following", value: Double(end.count), limit: .exactly(2)),
    Figure(name: "waits_following_loop_11s", value: Double(first), limit: .exactly(0)),
    Figure(name: "waits_following_reader_11s", value: Double(all - first), limit: .atMost(readings)),
    // A two-thousandth of a processor, which is ten times what a quiet machine needs.
    Figure(name: "processor_us_following_11s", value: used, limit: .atMost(5_500)),
    // Pages of 4 KB: 44 to 60 in all runs so far.
    Figure(name: "anonymous_kb_following", value: more, limit: .atMost(80)),
    Figure(name: "threads_following_off", value: Double(threads(of: process)), limit: .exactly(1)),
    Figure(name: "switches_following_off_3s", value: Double(offEnd - offStart), limit: .exactly(0)),
  ]
}
