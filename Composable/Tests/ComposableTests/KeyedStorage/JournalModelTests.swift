import RandomHistories
import Testing

@testable import ComposableCore

@Suite struct JournalModelTests {
  @Test(arguments: historySeeds(4))
  func `no change of any copy is hidden from any observer`(seed: UInt64) {
    var world = World(random: SeededRandom(seed: seed))

    for _ in 0..<3000 { world.step() }

    #expect(world.hidden.isEmpty, "seed \(seed)")
    #expect(world.touchedAnswers > 100, "seed \(seed)")
  }
}

/// Some copies of one array, and observers that remember moments of them.
private struct World {
  var random: SeededRandom
  var copies = Array(repeating: items(0..<8), count: 3)
  var memories: [IdentifiedArrayOf<Item>] = []
  var hidden: [String] = []
  var touchedAnswers = 0

  mutating func step() {
    let copy = number(below: copies.count)
    var changed = copies[copy]
    change(&changed)
    copies[copy] = changed
    if number(below: 4) == 0 { remember(copies[copy]) }
    if number(below: 20) == 0 { copies[copy] = copies[number(below: copies.count)] }
    if number(below: 50) == 0, let memory = memories.last { copies[copy] = memory }
    for memory in memories { compare(copies[copy], with: memory) }
  }

  private mutating func remember(_ array: IdentifiedArrayOf<Item>) {
    memories.append(array)
    if memories.count > 12 { memories.remove(at: number(below: memories.count)) }
  }

  private mutating func change(_ array: inout IdentifiedArrayOf<Item>) {
    let id = number(below: 12)
    switch number(below: 24) {
    case 0...8: array[id: id]?.name = "\(number(below: 1000))"
    case 9...11: array.append(Item(id: id))
    case 12...13: array.insert(Item(id: id), at: number(below: array.count + 1))
    case 14...16: array.remove(id: id)
    case 17: array[id: id] = nil
    case 18: array.updateOrAppend(Item(id: id, name: "updated"))
    case 19: if !array.isEmpty { array[number(below: array.count)].name = "position" }
    case 20: if !array.isEmpty { array.removeSubrange(0..<number(below: array.count)) }
    case 21: array.removeAll { $0.id == id }
    case 22: array.reverse()
    default: if number(below: 10) == 0 { array.removeAll() }
    }
  }

  private mutating func compare(_ array: IdentifiedArrayOf<Item>, with memory: IdentifiedArrayOf<Item>) {
    guard let touched = array.storage.journal.touched(since: memory.storage.journal.stamp) else { return }
    if touched.isEmpty {
      if array != memory { hidden.append("all of \(array) since \(memory)") }
      return
    }
    touchedAnswers += 1
    for id in Set(array.ids + memory.ids).subtracting(touched) where array[id: id] != memory[id: id] {
      hidden.append("\(id) of \(array) since \(memory)")
    }
  }

  private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
