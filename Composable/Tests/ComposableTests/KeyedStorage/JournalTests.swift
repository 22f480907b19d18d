import Testing

@testable import ComposableCore

@Suite struct JournalTests {
  @Test func `nothing has changed since the present moment`() {
    let array = items(0..<3)

    #expect(array.storage.journal.touched(since: array.storage.journal.stamp) == [])
  }

  @Test func `each kind of change touches its id`() {
    expectTouched([1]) { $0[id: 1]?.name = "new" }
    expectTouched([2]) { $0[2].name = "new" }
    expectTouched([9]) { $0.append(Item(id: 9)) }
    expectTouched([9]) { $0[id: 9] = Item(id: 9) }
    expectTouched([9]) { $0.insert(Item(id: 9), at: 0) }
    expectTouched([1]) { $0.remove(id: 1) }
    expectTouched([1]) { $0[id: 1] = nil }
    expectTouched([0]) { $0.remove(at: 0) }
    expectTouched([0, 1]) { $0.removeSubrange(0..<2) }
    expectTouched([0, 2]) { $0.removeAll { $0.id != 1 } }
    expectTouched([1]) { $0.updateOrAppend(Item(id: 1, name: "new")) }
    expectTouched([2]) { $0.update(Item(id: 2, name: "new"), at: 2) }
  }

  @Test func `an operation without a change touches nothing`() {
    var array = items(0..<3)
    let stamp = array.storage.journal.stamp

    array[id: 9] = nil
    array.append(Item(id: 1))
    array.remove(id: 9)
    array.removeAll { _ in false }
    _ = array[id: 1]?.name

    #expect(array.storage.journal.touched(since: stamp) == [])
  }

  @Test func `a change of everything is reported as such`() {
    for change: (inout IdentifiedArrayOf<Item>) -> Void in [
      { $0.removeAll() }, { $0.sort { $0.id > $1.id } }, { $0.reverse() },
      { $0 = items(0..<3) },
    ] {
      var array = items(0..<3)
      let stamp = array.storage.journal.stamp

      change(&array)

      #expect(array.storage.journal.touched(since: stamp) == nil)
      #expect(array.storage.journal.touched(since: array.storage.journal.stamp) == [])
    }
  }

  @Test func `an id that was touched often is listed once`() {
    var array = items(0..<3)
    let stamp = array.storage.journal.stamp

    for id in [2, 1, 2, 1, 2] { array[id: id]?.name += "!" }

    #expect(array.storage.journal.touched(since: stamp) == [2, 1])
  }

  @Test func `an observer of any stamp gets the changes after it`() {
    var array = items(0..<3)

    array[id: 1]?.name += "!"
    let first = array.storage.journal.stamp
    array[id: 1]?.name += "!"
    let second = array.storage.journal.stamp
    array[id: 0]?.name += "!"

    #expect(array.storage.journal.touched(since: first) == [1, 0])
    #expect(array.storage.journal.touched(since: second) == [0])
  }

  @Test func `a moment too long ago is answered with everything`() {
    var array = items(0..<3)
    let stamp = array.storage.journal.stamp

    for _ in 0..<17 { array[id: 1]?.name += "!" }
    let recent = array.storage.journal.stamp
    array[id: 1]?.name += "!"

    #expect(array.storage.journal.touched(since: stamp) == nil)
    #expect(array.storage.journal.touched(since: recent) == [1])
  }

  @Test func `of many elements an eighth is always listed one by one`() {
    var array = items(0..<800)
    for number in 0..<1000 {
      array[id: number % 800]?.name += "!"
      let stamp = array.storage.journal.stamp
      if number % 37 > 0 { continue }

      var changed = array
      for id in (0..<100).reversed() { changed[id: id]?.name += "!" }
      #expect(changed.storage.journal.touched(since: stamp) == Array((0..<100).reversed()))

      for id in 0..<101 { changed[id: id]?.name += "!" }
      #expect(changed.storage.journal.touched(since: stamp) == nil)
    }
  }

  @Test func `of many changes each element is listed once`() {
    var array = items(0..<800)
    let stamp = array.storage.journal.stamp

    for id in [7, 3, 7, 5] + Array(repeating: 3, count: 40) { array[id: id]?.name += "!" }

    #expect(array.storage.journal.touched(since: stamp) == [7, 3, 5])
  }

  @Test func `elements that are removed at once are listed one by one, up to a quarter`() {
    for (count, isListed) in [(200, true), (201, false)] {
      var array = items(0..<800)
      array.reverse()
      array.reverse()
      let stamp = array.storage.journal.stamp

      array.removeSubrange(0..<count)

      #expect(array.storage.journal.touched(since: stamp) == (isListed ? Array(0..<count) : nil))
    }
  }

  @Test func `copies that diverged know nothing of each other`() {
    var first = items(0..<3)
    let common = first.storage.journal.stamp
    var second = first

    first[id: 0]?.name = "first"
    second[id: 1]?.name = "second"

    #expect(first.storage.journal.touched(since: second.storage.journal.stamp) == nil)
    #expect(second.storage.journal.touched(since: first.storage.journal.stamp) == nil)
    #expect(first.storage.journal.touched(since: common) == [0])
    #expect(second.storage.journal.touched(since: common) == [1])
  }

  @Test func `after an undo the undone moment is answered with everything`() {
    var array = items(0..<3)
    let before = array
    array[id: 0]?.name = "done"
    let done = array.storage.journal.stamp

    array = before

    #expect(array.storage.journal.touched(since: done) == nil)
    #expect(array.storage.journal.touched(since: before.storage.journal.stamp) == [])
  }

  @Test func `a touch during a change is listed even if the change throws`() {
    var array = items(0..<3)
    let stamp = array.storage.journal.stamp

    try? throwing(&array[id: 2])

    #expect(array.storage.journal.touched(since: stamp) == [2])
  }

  private func throwing(_ element: inout Item?) throws {
    element?.name = "failed"
    throw Fault()
  }

  private func expectTouched(
    _ ids: [Int],
    sourceLocation: SourceLocation = #_sourceLocation,
    by change: (inout IdentifiedArrayOf<Item>) -> Void
  ) {
    var array = items(0..<3)
    let stamp = array.storage.journal.stamp
    change(&array)
    #expect(array.storage.journal.touched(since: stamp) == ids, sourceLocation: sourceLocation)
  }
}
