import Composable
import ComposableShared
import ComposableTesting
import Foundation
import Testing

import class EventLoop.EventLoop

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
