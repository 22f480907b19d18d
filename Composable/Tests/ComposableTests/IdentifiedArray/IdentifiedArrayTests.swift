import RandomHistories
import Testing

@testable import ComposableCore

@Suite struct IdentifiedArrayTests {
  @Test func `elements are found by id and by position`() {
    let array: IdentifiedArrayOf<Item> = [Item(id: 3, name: "c"), Item(id: 1, name: "a")]

    #expect(array.ids == [3, 1])
    #expect(array[id: 1]?.name == "a")
    #expect(array[0].name == "c")
    #expect(array.index(id: 1) == 1)
    #expect(array[id: 2] == nil)
    #expect(array.contains(id: 3))
    #expect(!array.contains(id: 2))
  }

  @Test func `an array identifies its elements by any property`() {
    var array = IdentifiedArray(uniqueElements: ["one", "three"], id: \.count)

    array.append("two")

    #expect(array.elements == ["one", "three"])
    #expect(array[id: 5] == "three")
  }

  @Test func `an array is made of any sequence, and keeps the first of two elements with one id`() {
    let array = IdentifiedArray([Item(id: 1, name: "a"), Item(id: 2), Item(id: 1, name: "b")].lazy)

    #expect(array.map(\.name) == ["a", "2"])
  }

  @Test func `several elements are removed from the start or the end`() {
    var array = items(0..<6)

    array.removeFirst(2)
    array.removeLast(3)
    array.removeFirst(0)

    #expect(array.ids == [2])
    expectConsistent(array)
  }

  @Test func `append ignores an element whose id is there`() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1, name: "a")]

    let first = array.append(Item(id: 2, name: "b"))
    let second = array.append(Item(id: 1, name: "c"))

    #expect(first == (true, 1))
    #expect(second == (false, 0))
    #expect(array.map(\.name) == ["a", "b"])
  }

  @Test func `insert puts an element at a position, unless its id is there`() {
    var array = items(0..<5)

    let first = array.insert(Item(id: 9), at: 2)
    let second = array.insert(Item(id: 9), at: 0)

    #expect(first == (true, 2))
    #expect(second == (false, 2))
    #expect(array.ids == [0, 1, 9, 2, 3, 4])
    expectConsistent(array)
  }

  @Test func `update replaces what is there, or else adds`() {
    var array = items(0..<3)

    #expect(array.updateOrAppend(Item(id: 1, name: "new"))?.name == "1")
    #expect(array.updateOrAppend(Item(id: 7)) == nil)
    #expect(array.updateOrInsert(Item(id: 0, name: "new"), at: 2) == (Item(id: 0), 0))
    #expect(array.updateOrInsert(Item(id: 8), at: 1) == (nil, 1))
    #expect(array.update(Item(id: 2, name: "new"), at: 3) == Item(id: 2))
    #expect(array.map(\.name) == ["new", "8", "new", "new", "7"])
    expectConsistent(array)
  }

  @Test func `assigning by id changes, removes and appends`() {
    var array = items(0..<4)

    array[id: 1]?.name = "changed"
    array[id: 2] = nil
    array[id: 9] = Item(id: 9)
    array[id: 5] = nil
    array[0].name = "first"

    #expect(array.map(\.name) == ["first", "changed", "3", "9"])
    expectConsistent(array)
  }

  @Test func `elements are removed by id, position, range and condition`() {
    var array = items(0..<10)

    #expect(array.remove(id: 4) == Item(id: 4))
    #expect(array.remove(id: 4) == nil)
    #expect(array.remove(Item(id: 5, name: "other"))?.name == "5")
    #expect(array.remove(at: 0) == Item(id: 0))
    #expect(array.removeFirst().id == 1)
    #expect(array.removeLast().id == 9)
    array.removeSubrange(0..<1)
    array.removeAll { $0.id == 7 }

    #expect(array.ids == [3, 6, 8])
    expectConsistent(array)
    array.remove(ids: [8, 9, 3, 8])
    #expect(array.ids == [6])
    expectConsistent(array)
    array.removeAll()
    #expect(array.isEmpty)
    expectConsistent(array)
  }

  @Test func `reordering keeps each element under its id`() {
    var array = items(0..<6)
    var random = SeededRandom(seed: 1)

    array.reorder { $0.insert($0.remove(at: 0), at: 3) }
    #expect(array.ids == [1, 2, 3, 0, 4, 5])
    array.reorder { $0.swapAt(0, 5) }
    #expect(array.ids == [5, 2, 3, 0, 4, 1])
    array.sort { $0.id < $1.id }
    #expect(array.ids == [0, 1, 2, 3, 4, 5])
    array.reverse()
    #expect(array.ids == [5, 4, 3, 2, 1, 0])
    array.reorder { $0.shuffle(using: &random) }
    expectConsistent(array)
  }

  @Test func `of two elements with one id the chosen one is kept in the place of the first`() {
    let elements = [Item(id: 1, name: "a"), Item(id: 2, name: "b"), Item(id: 1, name: "c")]

    let array = IdentifiedArray(elements, uniquingIDsWith: { _, new in new })

    #expect(array.map(\.name) == ["c", "b"])
  }

  @Test func `filter keeps an identified array`() {
    let array: IdentifiedArrayOf<Item> = items(0..<4).filter { $0.id > 1 }

    #expect(array.ids == [2, 3])
    expectConsistent(array)
  }

  @Test func `duplicates in a list of unique elements trap`() async {
    await #expect(processExitsWith: .failure) {
      _ = IdentifiedArrayOf<Item>(uniqueElements: [Item(id: 1), Item(id: 1)])
    }
  }

  @Test func `changing an id in place traps`() async {
    await #expect(processExitsWith: .failure) {
      var array = items(0..<2)
      array[0].id = 7
    }
    await #expect(processExitsWith: .failure) {
      var array = items(0..<2)
      array[id: 0]?.id = 7
    }
    await #expect(processExitsWith: .failure) {
      var array = items(0..<2)
      array[id: 5] = Item(id: 7)
    }
  }
}
