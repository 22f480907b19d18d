import ComposableCore
import Synchronization

/// A value under its lock, and the consumers of its changes.
final class SharedReference<Value: Equatable & Sendable>: AnySharedReference {
  struct Content {
    var value: Value
    /// The initial value.
    fileprivate(set) var first: Value
    var file = FileKnowledge()
    fileprivate var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    fileprivate var lastObserver = 0

    /// Sets the value, unless it is this one already.
    @discardableResult
    mutating func set(_ new: Value) -> Bool {
      if new == value { return false }
      value = new
      for observer in observers.values { observer.yield(new) }
      return true
    }
  }

  let key: SharedKey<Value>
  /// Nil if the value is kept in memory only.
  let disk: (any SharedDisk)?
  let content: Mutex<Content>
  let location: CodeLocation
  /// Do not keep the current dependencies here: they retain the storage, which retains this
  /// reference.
  let reporter: IssueReporter?
  private let watch = Mutex<(any Sendable)?>(nil)

  init(_ key: SharedKey<Value>, _ value: Value, disk: (any SharedDisk)?, at location: CodeLocation) {
    self.key = key
    self.location = location
    self.disk = key.file == nil ? nil : disk
    reporter = self.disk == nil ? nil : DependencyValues.current.issueReporter
    content = Mutex(Content(value: value, first: value))
    if let file = key.file, file.makesFolder { self.disk?.makeFolder(folder(of: file.path)) }
    reload()
    content.withLock { $0.first = $0.value }
  }

  deinit {
    content.withLock { content in
      for observer in content.observers.values { observer.finish() }
    }
  }

  /// Watches for changes of the file by other programs.
  func watchFile() {
    guard let disk, let file = key.file else { return }
    let watch = disk.watch(file.path) { [weak self] error in
      disk.perform { [weak self] in error.map { self?.report($0) } ?? self?.reload() }
    }
    self.watch.withLock { $0 = watch }
  }

  var value: Value {
    // Two steps, because without a trial a single cast of the missing value would succeed with nil
    // if `Value` is optional.
    if let known = SharedTrial.current?.values.byName[key.name], let tried = known as? Value { return tried }
    return content.withLock { $0.value }
  }

  var name: String { key.name }

  var anyValue: any Equatable & Sendable { content.withLock { $0.value } }

  var anyFirst: any Equatable & Sendable { content.withLock { $0.first } }

  func change<Result: Sendable>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    if let trial = SharedTrial.current {
      var tried = value
      defer { trial.values.byName[key.name] = tried }
      return try change(&tried)
    }
    return try content.withLock { content in
      var value = content.value
      defer {
        if content.set(value) { content.file.changes += 1 }
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
        // The continuation is released after the lock: its release may call this handler again.
        _ = self?.content.withLock { $0.observers.removeValue(forKey: observer) }
      }
    }
  }
}

/// A type-erased shared value.
protocol AnySharedReference: AnyObject, Sendable {
  var name: String { get }
  var anyValue: any Equatable & Sendable { get }
  var anyFirst: any Equatable & Sendable { get }
}
