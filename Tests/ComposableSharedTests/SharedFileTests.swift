import Composable
import ComposableShared
import ComposableTesting
import Foundation
import Testing

import class EventLoop.EventLoop
import struct EventLoop.SystemError

@Suite(.dependencies) final class SharedFileTests: Sendable {
  private let folder = NSTemporaryDirectory() + UUID().uuidString
  private var path: String { "\(folder)/settings.json" }
  private let loop: EventLoop

  init() throws {
    loop = try EventLoop()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `a value is read from its file, saved, and read again when another program replaces it`() throws {
    try Data(#"{"volume":3}"#.utf8).write(to: URL(filePath: path))
    let (ours, theirs) = (settings(), settings())
    #expect(ours.wrappedValue == Settings(volume: 3))

    ours.withLock { $0.volume = 4 }
    until {
      try? await ours.save()
      _ = await theirs.values.first { $0.volume == 4 }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.json"])

    until {
      // Without a call of "save", after the delay.
      theirs.withLock { $0.volume = 5 }
      _ = await ours.values.first { $0.volume == 5 }
    }
    try Data(#"{"volume":6}"#.utf8).write(to: URL(filePath: path), options: .atomic)
    until { _ = await ours.values.first { $0.volume == 6 } }
  }

  @Test func `a file that cannot be read is reported, and the default holds`() throws {
    try Data("nonsense".utf8).write(to: URL(filePath: path))

    let issues = withIssues { #expect(settings().wrappedValue == Settings(volume: 1)) }

    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("The shared value of 'file \(path)' was not read from its file") == true)
  }

  @Test func `a write that failed on a disk is tried again, and a deleted file is made anew`() throws {
    // Neither read nor replaced by a file.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)

    _ = try withIssues {
      let ours = settings()
      ours.withLock { $0.volume = 4 }
      until { await #expect(throws: SystemError.self) { try await ours.save() } }

      try FileManager.default.removeItem(atPath: path)
      let theirs = settings()
      until { _ = await theirs.values.first { $0.volume == 4 } }

      let arrivals = AsyncStream.makeStream(of: Void.self)
      let watch = try loop.onArrival(at: path) { arrivals.continuation.yield() }
      until { [path] in
        try? FileManager.default.removeItem(atPath: path)
        _ = await arrivals.stream.first { true }
      }
      withExtendedLifetime(watch) {}
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")
    }
  }

  @Test func `a folder that was missing is written to, and watched, once it is there`() throws {
    try FileManager.default.removeItem(atPath: folder)

    _ = try withIssues {
      let ours = settings()
      ours.withLock { $0.volume = 4 }
      until { await #expect(throws: SystemError.self) { try await ours.save() } }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      until { try? await ours.save() }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")

      try Data(#"{"volume":6}"#.utf8).write(to: URL(filePath: path), options: .atomic)
      until { _ = await ours.values.first { $0.volume == 6 } }
    }
  }

  /// As a process of its own has it.
  private func settings() -> ComposableShared.Shared<Settings> {
    withDependencies {
      $0.sharedStorage = SharedStorage(loop: loop, delay: .milliseconds(1))
    } operation: {
      ComposableShared.Shared(wrappedValue: Settings(volume: 1), .file(path))
    }
  }

  /// Runs the loop until the work is done.
  private func until(_ work: @escaping @Sendable () async -> Void) {
    Task(executorPreference: loop) { [loop] in
      await work()
      loop.stop()
    }
    loop.run()
  }
}

private struct Settings: Equatable, Codable, Sendable {
  var volume: Int
}
