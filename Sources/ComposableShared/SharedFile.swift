import Composable
import Locks

/// What a process knows of the file of a shared value.
struct FileKnowledge: Sendable {
  /// How often the value was changed here; a change from outside is not counted, since it is in the
  /// file already.
  var changes = 0
  /// The last change that the file has, and its bytes, as this process knows them; nil where there
  /// is no file, or none that was understood.
  var saved = 0
  var bytes: [UInt8]?
  /// Whether another program has deleted the file, which is then written again.
  var isDeleted = false
  var isSaveDue = false
  /// How many writes have failed since the last one that did not.
  var failures = 0

  /// Whether a change from here waits to be written.
  var isChanged: Bool { changes > saved }
}

extension SharedReference {
  func save() async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      save { done.resume(with: $0) }
    }
  }

  /// Writes the value after what is being written, and says when it would survive a crash of the
  /// machine.
  func save(then done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard let disk else { return done(.success(())) }
    disk.perform { done(Result { try self.saveNow(on: disk) }) }
  }

  private func saveNow(on disk: any SharedDisk) throws {
    // Another program may have deleted the file, or made it unreadable, and this process does not
    // know it yet.
    let isReadable = (try? readFile()) ?? false
    if try write(always: !isReadable) { return }
    // Another process may have written what was read here, and not be sure yet that it survives.
    if let path = key.file?.path { try disk.sync(replaced: path) }
  }

  /// Writes the value when changes have been gathered; where that fails, again later.
  func saveSoon(_ content: inout Content) {
    guard let disk, content.file.isChanged || content.file.isDeleted, !content.file.isSaveDue else { return }
    content.file.isSaveDue = true
    // The jobs keep the reference: a change is written, also when its last user has gone meanwhile.
    disk.afterDelay(failures: content.file.failures) { disk.perform { self.saveGathered() } }
  }

  private func saveGathered() {
    let isDeleted = content.withLock { content in
      content.file.isSaveDue = false
      return content.file.isDeleted
    }
    do {
      // Programs that replace a file by deleting it have written the new one meanwhile.
      if isDeleted { _ = try readFile() }
      _ = try write()
    } catch {
      // The first failure says it all; the file is tried again until it can be written.
      if content.withLock({ $0.file.failures }) <= 1 { report(error) }
    }
  }

  /// Writes the value; false where the file has it already.
  private func write(always: Bool = false) throws -> Bool {
    guard let disk, let file = key.file else { return false }
    let (value, knowledge) = content.withLock { ($0.value, $0.file) }
    guard always || knowledge.isChanged || knowledge.isDeleted else { return false }
    // A value that cannot be encoded is not tried again before it is another.
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
      (content.file.saved, content.file.bytes) = (knowledge.changes, bytes)
      (content.file.isDeleted, content.file.failures) = (false, 0)
    }
    // The folder may have been missing when the watch began.
    if knowledge.failures > 0 { watchFile() }
    return true
  }

  /// Reads a change by another program, and reports a file that cannot be read.
  func reload() {
    do {
      _ = try readFile()
    } catch {
      report(error)
    }
  }

  /// Reads a change by another program, unless one from here is due to replace it; false where
  /// there is no file.
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
