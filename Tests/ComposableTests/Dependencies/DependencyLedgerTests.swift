import Testing

@testable import Composable

@Suite struct DependencyLedgerTests {
  var ledger = DependencyLedger(context: .test, hasBegun: true)
  let shelf = DependencySlot(key: Shelf.self, context: .test)
  let reader = DependencySlot(key: ReaderKey.self, context: .test)

  @Test mutating func `a reader waits for a computation that is under way`() throws {
    let first = ledger.open(shelf, for: nil)
    let second = ledger.open(shelf, for: nil)

    guard case .unsettled(let one) = first, case .unsettled(let other) = second else {
      Issue.record("both wait")
      return
    }
    #expect(one === other)
  }

  @Test func `a default is computed by its first reader only`() {
    let once = DependencyOnce()

    let first = once.box { DependencyBox<Shelf>(Shelf(books: 1)) }
    let second = once.box { DependencyBox<Shelf>(Shelf(books: 2)) }

    #expect(first === second)
  }

  @Test mutating func `a default that was computed meanwhile is not computed again`() {
    let box = DependencyBox<Shelf>(Shelf(books: 1))
    _ = ledger.open(shelf, for: nil)

    ledger.settle(shelf, with: box, for: nil)

    guard case .settled(let settled) = ledger.open(shelf, for: nil) else {
      Issue.record("it settled")
      return
    }
    #expect(settled === box)
  }

  @Test mutating func `two defaults that wait for each other from two threads are a circle`() {
    _ = ledger.open(shelf, for: nil)
    _ = ledger.open(reader, for: nil)
    _ = ledger.open(reader, for: shelf)

    guard case .circle(let slots) = ledger.open(shelf, for: reader) else {
      Issue.record("it is a circle")
      return
    }
    #expect(slots == [reader, shelf, reader])
  }

  @Test mutating func `a computed default waits for nothing any more`() {
    _ = ledger.open(shelf, for: nil)
    _ = ledger.open(reader, for: shelf)
    ledger.settle(reader, with: DependencyBox<ReaderKey>(nil), for: shelf)

    guard case .unsettled = ledger.open(shelf, for: reader) else {
      Issue.record("it is no circle")
      return
    }
  }

  @Test func `a read belongs to the default that makes it, a read in a task that it started does not`() async {
    let root = DependencyRoot(context: .test)
    let place = CodeLocation(fileID: "Room/File.swift", filePath: "/File.swift", line: 7, column: 1)

    let (own, task) = DependencyComputation.run(shelf, in: root, readAt: place) {
      (DependencyComputation.asker(in: root), Task { DependencyComputation.asker(in: root) })
    }

    #expect(own == shelf)
    #expect(await task.value == nil)
  }
}
