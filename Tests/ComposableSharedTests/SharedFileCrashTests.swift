import Composable
import ComposableTesting
import RandomHistories
import Synchronization
import Testing

@testable import ComposableShared

@Suite(.dependencies) struct SharedFileCrashTests {
  @Test(arguments: historySeeds(5))
  func `a crash after any operation leaves a whole file, with the last acknowledged write or a later one`(seed: UInt64)
  {
    let machine = Machine(seed: seed)
    // A failed operation is reported; it is no failure of the test.
    let issues = withIssues {
      var stores = [Writer(machine), Writer(machine)]
      let editor = Editor(machine)
      machine.between.withLock { $0 = { machine.letOthersAct(or: editor.replaceIfIdle) } }
      var changes = 0
      while changes < 2_000 {
        let store = machine.number(below: 2)
        switch machine.number(below: 60) {
        case 0..<20:
          changes += 1
          stores[store].change(to: editor.nextNumber())
        case 20..<25: editor.replaceIfIdle()
        case 25..<30: stores[store].save()
        case 30:
          machine.processes.withLock { $0.removeAll { $0 === stores[store].process } }
          stores[store] = Writer(machine)
        case 31 where machine.number(below: 4) == 0:
          machine.crash()
          stores = [Writer(machine), Writer(machine)]
        default: stores[store].process.step(machine.number(below: 3))
        }
      }
      machine.between.withLock { $0 = nil }
      machine.content.withLock { $0.isReliable = true }
      for store in stores + stores {
        store.change(to: editor.nextNumber())
        while stores.contains(where: { $0.isAtWork() }) {}
      }
      #expect(stores.map(\.reference.value) == [editor.nextNumber() - 1, editor.nextNumber() - 2])
    }

    #expect(machine.content.withLock { $0.faults } == [])
    #expect(machine.content.withLock { $0.operations } > 2_000)
    #expect(!issues.isEmpty)
  }

  @Test func `a change that waits to be written is not lost to one by another program`() {
    let machine = Machine(seed: 1)
    machine.content.withLock { $0.isReliable = true }
    let store = Writer(machine)
    while store.isAtWork() {}

    store.change(to: 5)
    Editor(machine).replaceIfIdle()
    store.process.step(2)
    store.process.step(0)
    #expect(store.reference.value == 5)

    while store.isAtWork() {}
    #expect(machine.crashed()[machine.path] == numbered(5))
  }

  @Test func `a machine finds a write that is acknowledged too soon`() throws {
    let machine = Machine(seed: 1)
    let process = Process(machine)
    var isFound = false
    for number in 1...100 where !isFound {
      // Without a sync of the bytes and of the folder.
      try? process.write(numbered(number), to: "draft")
      try? process.rename("draft", to: machine.path)
      machine.acknowledge(numbered(number))
      try? process.write([], to: "other")
      isFound = machine.content.withLock { !$0.faults.isEmpty }
    }
    #expect(isFound)
  }
}

private func numbered(_ number: Int) -> [UInt8] { Array("\(number) \(number)\n".utf8) }

private struct Torn: Error {}

private let coder = SharedCoder<Int>(
  encode: { numbered($0) },
  decode: { bytes in
    guard let number = Int(String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)), bytes == numbered(number)
    else { throw Torn() }
    return number
  }
)

/// A process with a store that shares the number in the file.
private struct Writer {
  let process: Process
  let reference: SharedReference<Int>
  private let machine: Machine
  private let storage: SharedStorage

  init(_ machine: Machine) {
    self.machine = machine
    process = Process(machine)
    storage = SharedStorage(disk: process)
    let location = CodeLocation(fileID: #fileID, line: #line)
    reference = storage.reference(of: .file(machine.path, coder: coder), at: location) { 0 }
  }

  func change(to number: Int) {
    reference.change { $0 = number }
  }

  func save() {
    reference.save { [machine, reference] result in
      // The value may have changed since it was written; then nothing is known of the new one.
      if case .success = result, let saved = reference.savedBytes { machine.acknowledge(saved) }
    }
  }

  func isAtWork() -> Bool { (0...2).contains { process.step($0) } }
}

/// Another program that replaces the file, as careful editors do.
private final class Editor: Sendable {
  private let machine: Machine
  private let process: Process
  private let numbers = CountedNumbers()

  init(_ machine: Machine) {
    self.machine = machine
    process = Process(machine)
  }

  func nextNumber() -> Int { numbers.next() }

  func replaceIfIdle() {
    guard numbers.begin() else { return }
    defer { numbers.end() }
    let bytes = numbered(nextNumber())
    guard (try? process.replace(machine.path, with: bytes)) != nil else { return }
    machine.acknowledge(bytes)
  }
}
