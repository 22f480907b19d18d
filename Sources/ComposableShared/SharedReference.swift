import Composable
import Synchronization

/// A value under its lock, those who wait for its changes, and its file.
final class SharedReference<Value: Equatable & Sendable>: AnySharedReference {
  private struct Content {
    var value: Value
    /// How often the value was changed here; a change from outside is not counted, since it is in the file already.
    var changes = 0
    /// The last change that the file has, and its bytes, as this process knows them.
    var saved = 0
    var bytes: [UInt8]?
    var isSaveDue = false
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    var lastObserver = 0

    /// Sets the value, unless it is this one already.
    @discardableResult
    mutating func set(_ new: Value) -> Bool {
      if new == value { return false }
      value = new
      for observer in observers.values { observer.yield(new) }
      return true
    }
  }

  private let key: SharedKey<Value>
  private let disk: (any SharedDisk)?
  private let content: Mutex<Content>
  private let watch = Mutex<(any Sendable)?>(nil)
  private let location: CodeLocation
  private let dependencies = withEscapedDependencies { $0 }

  init(_ key: SharedKey<Value>, _ value: Value, disk: (any SharedDisk)?, at location: CodeLocation) {
    (self.key, self.disk, self.location) = (key, disk, location)
    content = Mutex(Content(value: value))
    guard let disk, let file = key.file else { return }
    reload()
    let watch = disk.watch(file.path) { [weak self] error in
      disk.perform { [weak self] in error.map { self?.report($0) } ?? self?.reload() }
    }
    self.watch.withLock { $0 = watch }
  }

  deinit {
    content.withLock { content in
      for observer in content.observers.values { observer.finish() }
    }
  }

  static var valueType: Any.Type { Value.self }

  var value: Value {
    if let tried = SharedTrial.current?.values.byName[key.name] as? Value { return tried }
    return content.withLock { $0.value }
  }

  var anyValue: any Equatable & Sendable { content.withLock { $0.value } }

  func change<Result: Sendable>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    if let trial = SharedTrial.current {
      var tried = value
      defer { trial.values.byName[key.name] = tried }
      return try change(&tried)
    }
    return try content.withLock { content in
      var value = content.value
      defer {
        if content.set(value) { content.changes += 1 }
        saveSoon(&content)
      }
      return try change(&value)
    }
  }

  var values: AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observer = content.withLock { content in
        content.lastObserver += 1
        content.observers[content.lastObserver] = continuation
        continuation.yield(content.value)
        return content.lastObserver
      }
      continuation.onTermination = { [weak self] _ in
        // Outside of the lock, since a termination may come from within it.
        _ = self?.content.withLock { $0.observers.removeValue(forKey: observer) }
      }
    }
  }
}

// MARK: - The file

extension SharedReference {
  func save() async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      save { done.resume(with: $0) }
    }
  }

  /// Writes the value after what is being written, and says when it would survive a crash of the machine.
  func save(then done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard let disk else { return done(.success(())) }
    disk.perform {
      done(
        Result {
          // Another process may have written what was read here, and not be sure yet that it survives.
          if try !self.write(), let path = self.key.file?.path, self.savedBytes != nil { try disk.sync(replaced: path) }
        }
      )
    }
  }

  /// The bytes that the file had when it was last read or written here.
  var savedBytes: [UInt8]? { content.withLock { $0.bytes } }

  private func saveSoon(_ content: inout Content) {
    guard let disk, content.changes > content.saved, !content.isSaveDue else { return }
    content.isSaveDue = true
    disk.afterDelay { disk.perform { self.reportingIssues { _ = try self.write() } } }
  }

  /// Writes the value; false where the file has it already.
  private func write() throws -> Bool {
    guard let disk, let file = key.file else { return false }
    let (value, change) = content.withLock { content in
      content.isSaveDue = false
      return (content.value, content.changes > content.saved ? content.changes : nil)
    }
    guard let change else { return false }
    let bytes = try file.coder.encode(value)
    try disk.replace(file.path, with: bytes)
    content.withLock { ($0.saved, $0.bytes) = (change, bytes) }
    return true
  }

  /// Takes over what another process wrote, unless a change from here is due to replace it.
  private func reload() {
    guard let disk, let file = key.file else { return }
    reportingIssues {
      guard let bytes = try disk.read(file.path), bytes != savedBytes else { return }
      let value = try file.coder.decode(bytes)
      content.withLock { content in
        guard content.changes == content.saved else { return }
        content.bytes = bytes
        content.set(value)
      }
    }
  }

  private func reportingIssues(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      report(error)
    }
  }

  private func report(_ error: any Error) {
    dependencies.yield {
      reportIssue(
        "The shared value of '\(key.name)' was not read from its file, or not written: \(error)",
        at: location
      )
    }
  }
}

/// A shared value, its type forgotten.
protocol AnySharedReference: AnyObject, Sendable {
  static var valueType: Any.Type { get }
  var anyValue: any Equatable & Sendable { get }
}
