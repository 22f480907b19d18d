import Composable
import ComposableShared
import ComposableTesting
import Foundation
import Testing

import class EventLoop.EventLoop
import struct EventLoop.SystemError

@Suite(.dependencies) struct SharedFileTests {
  private let folder = NSTemporaryDirectory() + UUID().uuidString

  @Test func `a value is read from its file, saved, and read again when another program replaces it`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/settings.json"
    try Data(#"{"volume":3}"#.utf8).write(to: URL(filePath: path))
    let loop = try EventLoop()
    let (ours, theirs) = (settings(at: path, on: loop), settings(at: path, on: loop))
    #expect(ours.wrappedValue == Settings(volume: 3))

    ours.withLock { $0.volume = 4 }
    until(loop) {
      try? await ours.save()
      _ = await theirs.values.first { $0.volume == 4 }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.json"])

    until(loop) {
      // Without a call of "save", after the delay.
      theirs.withLock { $0.volume = 5 }
      _ = await ours.values.first { $0.volume == 5 }
    }
    try Data(#"{"volume":6}"#.utf8).write(to: URL(filePath: path), options: .atomic)
    until(loop) { _ = await ours.values.first { $0.volume == 6 } }
  }

  @Test func `a file that cannot be read is reported, and the default holds`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/settings.json"
    try Data("nonsense".utf8).write(to: URL(filePath: path))
    let loop = try EventLoop()

    let issues = withIssues { #expect(settings(at: path, on: loop).wrappedValue == Settings(volume: 1)) }

    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("The shared value of 'file \(path)' was not read from its file") == true)
  }

  @Test func `a write that failed on a disk is tried again, and a deleted file is made anew`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/settings.json"
    // Neither read nor replaced by a file.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let loop = try EventLoop()

    _ = try withIssues {
      let ours = settings(at: path, on: loop)
      ours.withLock { $0.volume = 4 }
      until(loop) { await #expect(throws: SystemError.self) { try await ours.save() } }

      try FileManager.default.removeItem(atPath: path)
      let theirs = settings(at: path, on: loop)
      until(loop) { _ = await theirs.values.first { $0.volume == 4 } }

      let arrivals = AsyncStream.makeStream(of: Void.self)
      let watch = try loop.onArrival(at: path) { arrivals.continuation.yield() }
      until(loop) {
        try? FileManager.default.removeItem(atPath: path)
        _ = await arrivals.stream.first { true }
      }
      withExtendedLifetime(watch) {}
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")
    }
  }

  @Test func `a folder that was missing is written to, and watched, once it is there`() throws {
    let path = "\(folder)/settings.json"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = try EventLoop()

    _ = try withIssues {
      let ours = settings(at: path, on: loop)
      ours.withLock { $0.volume = 4 }
      until(loop) { await #expect(throws: SystemError.self) { try await ours.save() } }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      until(loop) { try? await ours.save() }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")

      try Data(#"{"volume":6}"#.utf8).write(to: URL(filePath: path), options: .atomic)
      until(loop) { _ = await ours.values.first { $0.volume == 6 } }
    }
  }

  /// As a process of its own has it.
  private func settings(at path: String, on loop: EventLoop) -> ComposableShared.Shared<Settings> {
    withDependencies {
      $0.sharedStorage = SharedStorage(loop: loop, delay: .milliseconds(1))
    } operation: {
      ComposableShared.Shared(wrappedValue: Settings(volume: 1), .file(path))
    }
  }

  /// Runs the loop until the work is done.
  private func until(_ loop: EventLoop, _ work: @escaping @Sendable () async -> Void) {
    Task(executorPreference: loop) {
      await work()
      loop.stop()
    }
    loop.run()
  }
}

private struct Settings: Equatable, Codable, Sendable {
  var volume: Int
}
