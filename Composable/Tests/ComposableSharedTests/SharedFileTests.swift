import ComposableCore
import ComposableTesting
import Foundation
import Testing

@testable import ComposableShared

@Suite(.dependencies) final class SharedFileTests: Sendable {
  private let folder = NSTemporaryDirectory() + UUID().uuidString
  private var path: String { "\(folder)/settings.json" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `a value is read from its file, saved, and read again when another program replaces it`() async throws {
    try Data(#"{"volume":3}"#.utf8).write(to: URL(filePath: path))
    let (ours, theirs) = (settings(), settings())
    #expect(ours.wrappedValue == Settings(volume: 3))

    ours.withLock { $0.volume = 4 }
    try await ours.save()
    _ = await theirs.values.first { $0.volume == 4 }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.json"])

    // Without a call of "save", after the delay.
    theirs.withLock { $0.volume = 5 }
    _ = await ours.values.first { $0.volume == 5 }
    try Data(#"{"volume":6}"#.utf8).write(to: URL(filePath: path), options: .atomic)
    _ = await ours.values.first { $0.volume == 6 }
  }

  @Test func `a file that cannot be read is reported once, and the default holds`() async throws {
    try Data("nonsense".utf8).write(to: URL(filePath: path))
    let disk = FileDisk(delay: .milliseconds(1))

    let issues = await withIssues {
      let ours = settings(on: disk)
      #expect(ours.wrappedValue == Settings(volume: 1))
      // The first job begins when the watch has begun, and the second one when that has been
      // followed by a second look at the file.
      for _ in 0..<2 { await withCheckedContinuation { done in disk.perform { done.resume() } } }
    }

    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("The shared value of 'file \(path)' was not read from its file") == true)
  }

  @Test func `a write that failed on a disk is tried again, and a deleted file is made anew`() async throws {
    // Neither read nor replaced by a file.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)

    _ = try await withIssues {
      let ours = settings()
      ours.withLock { $0.volume = 4 }
      await #expect(throws: FileError.self) { try await ours.save() }

      try FileManager.default.removeItem(atPath: path)
      let theirs = settings()
      _ = await theirs.values.first { $0.volume == 4 }

      let arrivals = AsyncStream.makeStream(of: Void.self)
      // Reported once at the beginning, then after the removal, and after the new file's rename.
      let disk = FileDisk(delay: .zero)
      let watch = disk.watch(path) { _ in arrivals.continuation.yield() }
      try FileManager.default.removeItem(atPath: path)
      for await _ in arrivals.stream where FileManager.default.fileExists(atPath: path) { break }
      withExtendedLifetime(watch) {}
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")
    }
  }

  @Test func `a folder that was missing is written to, and watched, once it is there`() async throws {
    try FileManager.default.removeItem(atPath: folder)

    _ = try await withIssues {
      let ours = settings()
      ours.withLock { $0.volume = 4 }
      await #expect(throws: FileError.self) { try await ours.save() }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try await ours.save()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"volume\":4}\n")

      try Data(#"{"volume":6}"#.utf8).write(to: URL(filePath: path), options: .atomic)
      _ = await ours.values.first { $0.volume == 6 }
    }
  }

  /// As a process of its own has it.
  private func settings(
    on disk: FileDisk = FileDisk(delay: .milliseconds(1))
  ) -> ComposableShared.Shared<Settings> {
    withDependencies {
      $0.sharedStorage = SharedStorage(disk: disk)
    } operation: {
      ComposableShared.Shared(wrappedValue: Settings(volume: 1), .file(path))
    }
  }
}

private struct Settings: Equatable, Codable, Sendable {
  var volume: Int
}
