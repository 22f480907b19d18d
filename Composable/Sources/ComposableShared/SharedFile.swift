import ComposableCore
import Synchronization

/// What this process knows about the file of a shared value.
struct FileKnowledge: Sendable {
  /// How often this process changed the value. A change by another program is not counted, since it
  /// is in the file already.
  var changes = 0
  /// The last change that was saved, and the bytes of the file as far as this process knows; nil if
  /// there is no file, or none that can be decoded.
  var saved = 0
  var bytes: [UInt8]?
  /// Whether another program has deleted the file, which is then written again.
  var isDeleted = false
  var isSaveDue = false
  /// How many writes have failed since the last success.
  var failures = 0
  /// Why the file cannot be read, which has been reported; nil if it can, or has not been tried.
  var unreadable: String?

  /// Whether a change by this process has still to be written.
  var isChanged: Bool { changes > saved }
}

extension SharedReference {
  func save() async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      save { done.resume(with: $0) }
    }
  }

  /// Writes the value after earlier jobs, and calls `done` when it is durable.
  func save(then done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard let disk else { return done(.success(())) }
    disk.perform { done(Result { try self.saveNow(on: disk) }) }
  }

  private func saveNow(on disk: any SharedDisk) throws {
    // Another program may have deleted the file, or made it unreadable, without our having noticed
    // yet.
    let isReadable = (try? readFile()) ?? false
    if try write(always: !isReadable) { return }
    // What we have read from another process may not be durable yet.
    if let path = key.file?.path { try disk.sync(replaced: path) }
  }

  /// Writes the value after the time in which changes are gathered; retries later if that fails.
  func saveSoon(_ content: inout Content) {
    guard let disk, content.file.isChanged || content.file.isDeleted, !content.file.isSaveDue else { return }
    content.file.isSaveDue = true
    // The jobs retain the reference, so that a change is written even if its last user has gone by
    // then.
    disk.afterDelay(failures: content.file.failures) { disk.perform { self.saveGathered() } }
  }

  private func saveGathered() {
    let isDeleted = content.withLock { content in
      content.file.isSaveDue = false
      return content.file.isDeleted
    }
    do {
      // A program that replaces a file by deleting it first has written the new one by now.
      if isDeleted { _ = try readFile() }
      _ = try write()
    } catch {
      // Report only the first failure; the write is retried until it succeeds.
      if content.withLock({ $0.file.failures }) <= 1 { report(error) }
    }
  }

  /// Writes the value; returns false if the file has it already.
  private func write(always: Bool = false) throws -> Bool {
    guard let disk, let file = key.file else { return false }
    let (value, knowledge) = content.withLock { ($0.value, $0.file) }
    guard always || knowledge.isChanged || knowledge.isDeleted else { return false }
    // A value that cannot be encoded is not retried until it changes.
    let bytes = try file.coder.encode(value)
    do {
      try disk.replace(file.path, with: bytes)
    } catch {
      content.withLock { content in
        content.file.failures += 1
        saveSoon(&content)
      }
      throw error
    }
    content.withLock { content in
      content.file.saved = knowledge.changes
      content.file.bytes = bytes
      content.file.isDeleted = false
      content.file.failures = 0
    }
    // The folder may have been missing when the watch began.
    if knowledge.failures > 0 { watchFile() }
    return true
  }

  /// Reads a change by another program, and reports a file that cannot be read.
  func reload() {
    do {
      _ = try readFile()
      content.withLock { $0.file.unreadable = nil }
    } catch {
      let reason = "\(error)"
      let isReported = content.withLock { content in
        defer { content.file.unreadable = reason }
        return content.file.unreadable == reason
      }
      if !isReported { report(error) }
    }
  }

  /// Reads a change by another program, unless a change of ours is about to overwrite it. Returns
  /// false if there is no file.
  private func readFile() throws -> Bool {
    guard let disk, let file = key.file else { return false }
    let bytes = try disk.read(file.path)
    let isKnown = content.withLock { content in
      content.file.isDeleted = bytes == nil && (content.file.isDeleted || content.file.bytes != nil)
      if bytes == nil { content.file.bytes = nil }
      saveSoon(&content)
      return bytes == content.file.bytes
    }
    guard let bytes else { return false }
    if isKnown { return true }
    let value = try file.coder.decode(bytes)
    content.withLock { content in
      if content.file.isChanged { return }
      content.file.bytes = bytes
      content.set(value)
    }
    return true
  }

  func report(_ error: any Error) {
    let message = "The shared value of '\(key.name)' was not read from its file, or not written: \(error)"
    reporter?.report(ReportedIssue(message, at: location))
  }
}
