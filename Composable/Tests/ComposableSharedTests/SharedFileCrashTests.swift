import ComposableCore
import ComposableTesting
import RandomHistories
import Synchronization
import Testing

@testable import ComposableShared

@Suite(.dependencies) struct SharedFileCrashTests {
  @Test(arguments: historySeeds(5))
  func `a crash after any operation leaves a whole file, with the last acknowledged write or a later one`(seed: UInt64)
  {
    let machine = Machine(seed: seed, failing: 1)
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
        case 20..<24: editor.replaceIfIdle()
        case 24: editor.deleteIfIdle()
        case 25..<30: stores[store].save()
        case 30:
          machine.processes.withLock { $0.removeAll { $0 === stores[store].process } }
          stores[store] = Writer(machine)
        case 31:
          machine.crash()
          stores = [Writer(machine), Writer(machine)]
        default: stores[store].process.step(machine.number(below: 3))
        }
      }
      machine.between.withLock { $0 = nil }
      machine.content.withLock { $0.failing = 0 }
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
    let machine = Machine()
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
    let machine = Machine(failing: 1)
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
