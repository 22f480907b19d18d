import Foundation
import Synchronization
import Testing

@testable import ComposableShared

@Suite final class FileDiskTests: Sendable {
  private let folder = NSTemporaryDirectory() + UUID().uuidString
  private let disk = FileDisk(delay: .milliseconds(500))
  private var path: String { "\(folder)/settings.json" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `a missing file has no bytes, and one that cannot be read is an error`() throws {
    #expect(try disk.read(path) == nil)
    #expect(throws: FileError.self) { try self.disk.read(self.folder) }
  }

  @Test func `a watch reports once when it begins, because the file may have changed before`() async {
    let reports = Atomic(0)

    let watch = disk.watch(path) { _ in reports.add(1, ordering: .relaxed) }
    await reachQueue()

    #expect(reports.load(ordering: .relaxed) == 1)
    withExtendedLifetime(watch) {}
  }

  @Test(.timeLimit(.minutes(1))) func `a watch reports a change that the kernel had no room to queue`() async throws {
    let most = try Int(String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).dropLast())
    let reports = Atomic(0)
    let watch = disk.watch(path) { _ in reports.add(1, ordering: .relaxed) }
    await reachQueue()

    let isFull = DispatchSemaphore(value: 0)
    disk.perform { isFull.wait() }
    // Two names by turns, because the kernel merges an event with an equal one before it.
    for number in 0...(try #require(most)) { try disk.write([], to: "\(folder)/\(number % 2)") }
    try disk.write([1], to: path)
    isFull.signal()
    while reports.load(ordering: .relaxed) < 2 { await reachQueue() }
    withExtendedLifetime(watch) {}
  }

  @Test func `the delay doubles with each failure, up to about a minute`() {
    #expect([0, 1, 7, 8, .max].map(disk.delay(after:)) == [0.5, 1, 64, 64, 64].map { .seconds($0) })
  }

  /// Returns after everything that waits in the disk's queue now.
  private func reachQueue() async {
    await withCheckedContinuation { done in disk.perform { done.resume() } }
  }
}
