import ComposableCore
import ComposableShared
import RandomHistories
import Synchronization

/// The file system of a machine that may crash after each operation: only what was synced is sure
/// to survive.
final class Machine: Sendable {
  struct Content {
    var files: [Int: File] = [:]
    /// The names as processes see them, and as they survive a crash.
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
    var lastFile = 0
    var random: SeededRandom
    /// The contents of the file, in this order; nil where there was no file.
    var history: [[UInt8]?] = [nil]
    /// The place in the history of the last bytes of which a writer knows that they survive.
    var acknowledged = 0
    var faults: [String] = []
    var operations = 0
    var lastProcess = 0
    /// How many operations of 40 fail.
    var failing: Int
  }

  struct File: Sendable {
    var bytes: [UInt8] = []
    var isSynced = false
  }

  struct Failure: Error {}

  let content: Mutex<Content>
  let path = "/home/shared.txt"
  /// Is called between the operations of a process, for others to act.
  let between = Mutex<(@Sendable () -> Void)?>(nil)
  let processes = Mutex<[Process]>([])

  init(seed: UInt64 = 1, failing: Int = 0) {
    content = Mutex(Content(random: SeededRandom(seed: seed), failing: failing))
  }

  func number(below bound: Int) -> Int { content.withLock { $0.random.number(below: bound) } }

  /// An operation of a process, which may fail, and after which a crash would leave what it should.
  func operate<Result>(_ body: (inout Content) throws -> sending Result) throws -> sending Result {
    let result = try content.withLock { content in
      if content.random.number(below: 40) < content.failing { throw Failure() }
      let result = try body(&content)
      content.operations += 1
      return result
    }
    let left = crashed()[path]
    content.withLock { content in
      if content.history.lastIndex(of: left) ?? -1 < content.acknowledged {
        content.faults.append(
          "operation \(content.operations): \(left.map { String(decoding: $0, as: UTF8.self) } ?? "no file")"
        )
      }
    }
    if let between = between.withLock({ $0 }), number(below: 4) == 0 { between() }
    return result
  }

  /// A process that is not at work does something, or `other` does.
  func letOthersAct(or other: () -> Void) {
    let processes = processes.withLock { $0 }
    let chosen = number(below: processes.count + 1)
    if chosen == processes.count { other() } else { processes[chosen].step(number(below: 3)) }
  }

  /// The files as a crash would leave them now.
  func crashed() -> [String: [UInt8]] {
    content.withLock { content in
      let names = content.random.oneIn(2) ? content.names : content.durableNames
      var files: [String: [UInt8]] = [:]
      for (name, number) in names.sorted(by: { $0.key < $1.key }) {
        guard let file = content.files[number] else { continue }
        let length = file.isSynced ? file.bytes.count : content.random.number(below: file.bytes.count + 1)
        files[name] = Array(file.bytes.prefix(length))
      }
      return files
    }
  }

  /// Crashes the machine, and starts it anew.
  func crash() {
    let left = crashed()
    content.withLock { content in
      (content.files, content.names) = ([:], [:])
      for (number, (name, bytes)) in left.sorted(by: { $0.key < $1.key }).enumerated() {
        content.files[number] = File(bytes: bytes, isSynced: true)
        content.names[name] = number
      }
      content.durableNames = content.names
      content.lastFile = left.count
      content.history = [left[path]]
      content.acknowledged = 0
    }
    processes.withLock { $0 = [] }
  }

  /// Notes that a writer knows of bytes that they survive.
  func acknowledge(_ bytes: [UInt8]) {
    content.withLock { $0.acknowledged = max($0.acknowledged, $0.history.lastIndex(of: bytes) ?? 0) }
  }
}

/// The disk as a process uses it: its jobs, delays and events happen when the test says so.
final class Process: SharedDisk {
  private struct Work: Sendable {
    var jobs: [@Sendable () -> Void] = []
    var delayed: [@Sendable () -> Void] = []
    var events: [@Sendable () -> Void] = []
    var changed: (@Sendable ((any Error)?) -> Void)?
    var isBusy = false
  }

  private let machine: Machine
  private let number: Int
  private let work = Mutex(Work())

  init(_ machine: Machine) {
    self.machine = machine
    // Two that wrote the same draft would tear it.
    number = machine.content.withLock { content in
      content.lastProcess += 1
      return content.lastProcess
    }
    machine.processes.withLock { $0.append(self) }
  }

  func read(_ path: String) throws -> [UInt8]? {
    machine.content.withLock { content in content.names[path].flatMap { content.files[$0]?.bytes } }
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try machine.operate { content in
      let number = content.names[path] ?? content.lastFile + 1
      content.lastFile = max(content.lastFile, number)
      content.names[path] = number
      content.files[number] = Machine.File(bytes: bytes)
    }
  }

  func sync(_ path: String) throws {
    try machine.operate { content in
      if let number = content.names[path] {
        content.files[number]?.isSynced = true
      } else if path == "/home" {
        content.durableNames = content.names
      } else {
        throw Machine.Failure()
      }
    }
  }

  func rename(_ path: String, to other: String) throws {
    try machine.operate { content in
      guard let number = content.names.removeValue(forKey: path) else { throw Machine.Failure() }
      content.names[other] = number
      content.history.append(content.files[number]?.bytes ?? [])
    }
    for process in machine.processes.withLock({ $0 }) { process.notify() }
  }

  /// The only folder is there.
  func makeFolder(_ path: String) {}

  func remove(_ path: String) throws {
    try machine.operate { content in
      content.names[path] = nil
      content.history.append(nil)
    }
    for process in machine.processes.withLock({ $0 }) { process.notify() }
  }

  private func notify() {
    work.withLock { work in
      if let changed = work.changed { work.events.append { changed(nil) } }
    }
  }

  func watch(_ path: String, changed: @escaping @Sendable ((any Error)?) -> Void) -> any Sendable {
    work.withLock { $0.changed = changed }
    notify()
    return true
  }

  func perform(_ job: @escaping @Sendable () -> Void) { work.withLock { $0.jobs.append(job) } }

  func afterDelay(failures: Int, _ job: @escaping @Sendable () -> Void) { work.withLock { $0.delayed.append(job) } }

  func draft(of path: String) -> String { "\(path).\(number).new" }

  /// Does all there is to do.
  func finish() {
    while (0...2).contains(where: { step($0) }) {}
  }

  /// Does the next thing of one kind; false where nothing waits.
  @discardableResult
  func step(_ kind: Int) -> Bool {
    let next: (@Sendable () -> Void)? = work.withLock { work in
      if work.isBusy { return nil }
      let queue =
        switch kind {
        case 0: \Work.jobs
        case 1: \Work.delayed
        default: \Work.events
        }
      let next = work[keyPath: queue].isEmpty ? nil : work[keyPath: queue].removeFirst()
      work.isBusy = next != nil
      return next
    }
    next?()
    if next != nil { work.withLock { $0.isBusy = false } }
    return next != nil
  }
}

/// Numbers that count up, and whether their user is at work.
final class CountedNumbers: Sendable {
  private let state = Mutex((last: 0, isBusy: false))

  func next() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  func begin() -> Bool {
    state.withLock { state in
      defer { state.isBusy = true }
      return !state.isBusy
    }
  }

  func end() { state.withLock { $0.isBusy = false } }
}
