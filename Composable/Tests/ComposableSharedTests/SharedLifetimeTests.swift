import ComposableCore
import ComposableTesting
import Synchronization
import Testing

@testable import ComposableShared

@Suite(.dependencies) struct SharedLifetimeTests {
  @Test func `a value in memory lasts as long as its storage, and no longer`() {
    weak var storage: SharedStorage?
    weak var reference: SharedReference<Int>?
    withDependencies {
      $0.sharedStorage = SharedStorage()
      storage = $0.sharedStorage
    } operation: {
      do {
        @Shared(.inMemory("count")) var count = 0
        $count.withLock { $0 = 1 }
        reference = $count.reference
      }
      @Shared(.inMemory("count")) var count = 0
      #expect(count == 1)
      #expect(reference != nil)
    }

    #expect(storage == nil)
    #expect(reference == nil)
  }

  @Test func `the default storage of a test ends with the test's dependencies`() {
    weak var reference: SharedReference<Int>?
    DependencyValues.$current.withValue(DependencyValues(context: .test)) {
      @Shared(.inMemory("count")) var count = 0
      reference = $count.reference
    }

    #expect(reference == nil)
  }

  @Test func `a value with a file ends with its last user, after its last change was written`() {
    let machine = Machine()
    let process = Process(machine)
    weak var reference: SharedReference<Int>?
    withDependencies {
      $0.sharedStorage = SharedStorage(disk: process)
    } operation: {
      do {
        @Shared(.file(machine.path, coder: numberCoder)) var number = 0
        reference = $number.reference
        $number.withLock { $0 = 5 }
      }
      #expect(reference != nil)
      process.finish()
      #expect(reference == nil)
      #expect(machine.crashed()[machine.path] == numbered(5))

      @Shared(.file(machine.path, coder: numberCoder)) var number = 0
      #expect(number == 5)
    }
  }

  @Test func `a sequence of values ends with the last user of the value`() async {
    let process = Process(Machine())
    var values = withDependencies {
      $0.sharedStorage = SharedStorage(disk: process)
    } operation: {
      @Shared(.file("/home/other.txt", coder: numberCoder)) var number = 0
      return $number.values
    }.makeAsyncIterator()
    process.finish()

    #expect(await values.next() == 0)
    #expect(await values.next() == nil)
  }

  @Test func `a default and a coder may use shared values themselves`() {
    withDependencies {
      $0.sharedStorage = SharedStorage(disk: OneFile())
    } operation: {
      @Shared(.inMemory("outer")) var outer = {
        @Shared(.inMemory("inner")) var inner = 2
        @Shared(.inMemory("outer")) var same = 3
        return inner + same
      }()
      @Shared(.file("/file", coder: usingShared)) var decoded = 0

      #expect(outer == 3)
      #expect(decoded == 7)
    }
  }

  @Test func `a reporter may use shared values itself`() {
    let reports = Atomic(0)
    withDependencies {
      $0.sharedStorage = SharedStorage(disk: OneFile())
      $0.issueReporter = IssueReporter { _ in
        @Shared(.inMemory("reports")) var number = 0
        $number.withLock { $0 += 1 }
        reports.add(1, ordering: .relaxed)
      }
    } operation: {
      @Shared(.file("/file", coder: SharedCoder(encode: { _ in [] }, decode: { _ in throw Torn() }))) var number = 0
      #expect(number == 0)
    }

    #expect(reports.load(ordering: .relaxed) == 1)
  }

  @Test func `a change may ask for another shared value while all are read`() async {
    let storage = DependencyValues.current.sharedStorage
    @Shared(.inMemory("first")) var first = 0
    let shared = $first
    await withTaskGroup { group in
      group.addTask {
        for number in 0..<1_000 {
          shared.withLock { $0 = Shared(wrappedValue: number, .inMemory("number \(number)")).wrappedValue }
        }
      }
      group.addTask { for _ in 0..<1_000 { _ = storage.values } }
    }

    #expect(first == 999)
    #expect(storage.values.byName.count == 1_001)
  }

  @Test func `of many that ask at once for a value all get the same`() async {
    for round in 0..<100 {
      let references = await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask { Shared(wrappedValue: number, .inMemory("round \(round)")).reference }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(references.allSatisfy { $0 === references[0] })
    }
  }
}

private let usingShared = SharedCoder<Int>(
  encode: { _ in [] },
  decode: { _ in
    @Shared(.inMemory("decoding")) var number = 7
    return number
  }
)

/// A disk with one file, which is never written.
private struct OneFile: SharedDisk {
  func read(_ path: String) throws -> [UInt8]? { [0] }
  func write(_ bytes: [UInt8], to path: String) throws {}
  func sync(_ path: String) throws {}
  func rename(_ path: String, to other: String) throws {}
  func makeFolder(_ path: String) {}
  func watch(_ path: String, changed: @escaping @Sendable ((any Error)?) -> Void) -> any Sendable { true }
  func perform(_ job: @escaping @Sendable () -> Void) {}
  func afterDelay(failures: Int, _ job: @escaping @Sendable () -> Void) {}
  func draft(of path: String) -> String { path }
}
