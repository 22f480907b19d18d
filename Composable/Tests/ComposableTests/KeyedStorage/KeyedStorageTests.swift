import RandomHistories
import Testing

@testable import ComposableCore

@Suite struct KeyedStorageTests {
  @Test(arguments: historySeeds(3))
  func `every element is found by its position and by its key, whatever happens`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var storage = KeyedStorage<Int, String>()
    var model: [Int] = []

    for key in 0..<1000 {
      change(&storage, &model, adding: key, using: &random)
      #expect(storage.keys == model, "seed \(seed)")
      #expect(storage.elements == model.map(String.init), "seed \(seed)")
      #expect((-1...key).filter { storage.element(of: $0) == String($0) } == model.sorted(), "seed \(seed)")
      #expect((-1...key).count { storage.element(of: $0) != nil } == model.count, "seed \(seed)")
    }
  }

  @Test func `a removal leaves the other elements where they are`() {
    var storage = filled(1000)
    let before = storage.slots

    for _ in 0..<499 { _ = storage.remove(at: 0) }

    #expect(storage.slots[499...] == before[499...])
    #expect(storage.elements == (499..<1000).map(String.init))
  }

  @Test func `removed elements take no more memory than the remaining ones`() {
    var random = SeededRandom(seed: 7)
    var storage = filled(1000)
    var mostHoles = 0

    while storage.count > 0 {
      _ = storage.remove(at: Int.random(in: 0..<storage.count, using: &random))
      mostHoles = max(mostHoles, storage.slots.count - 2 * storage.count)
    }

    #expect(mostHoles == 0)
    #expect(storage.slots.isEmpty)
  }

  @Test func `a removal of many moves none of the others either`() {
    var storage = filled(1000)
    let before = storage.slots

    storage.remove(at: (0..<900).filter { !$0.isMultiple(of: 2) })

    #expect(storage.slots.indices.allSatisfy { storage.slots[$0] == nil || storage.slots[$0] == before[$0] })
    #expect(storage.slots.count == 1000)
    #expect(storage.count == 550)
  }

  @Test func `holes before the last element take no memory once it is removed too`() {
    var storage = filled(1000)

    for _ in 0..<2 { _ = storage.remove(at: 998) }

    #expect(storage.slots.count == 998)
  }

  @Test(arguments: [[0, 2], [0, 1, 2], [1, 0, 2]], [[0, 2], [0, 1, 2], [1, 0, 2]])
  func `storages are equal whatever was removed from them before`(keys: [Int], otherKeys: [Int]) {
    let one = filled(keys, without: 1)
    var other = filled(otherKeys, without: 1)

    #expect(one == other)
    other[0] = "changed"
    #expect(one != other)
  }

  private func filled(_ keys: [Int], without removed: Int) -> KeyedStorage<Int, String> {
    var storage = filled(keys)
    if let position = storage.position(of: removed) { _ = storage.remove(at: position) }
    return storage
  }

  private func filled(_ count: Int) -> KeyedStorage<Int, String> { filled(Array(0..<count)) }

  private func filled(_ keys: [Int]) -> KeyedStorage<Int, String> {
    var storage = KeyedStorage<Int, String>()
    for key in keys { storage.append(String(key), for: key) }
    return storage
  }

  private func change(
    _ storage: inout KeyedStorage<Int, String>,
    _ model: inout [Int],
    adding key: Int,
    using random: inout SeededRandom
  ) {
    let position = Int.random(in: 0...model.count, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...7:
      storage.append(String(key), for: key)
      model.append(key)
    case 8...9:
      storage.replace(position..<position, with: [String(key)], for: [key])
      model.insert(key, at: position)
    case 10...14 where position < model.count:
      let removed = storage.remove(at: position)
      #expect(removed == String(model.remove(at: position)))
    case 15...16 where position < model.count:
      storage[removableAt: position] = nil
      model.remove(at: position)
    case 17:
      storage.removeAll { Int($0)?.isMultiple(of: 7) ?? false }
      model.removeAll { $0.isMultiple(of: 7) }
    case 18:
      let range = position..<min(position + 3, model.count)
      storage.replace(range, with: [String(key)], for: [key])
      model.replaceSubrange(range, with: [key])
    case 19 where key.isMultiple(of: 10):
      storage.rearrange(model.indices.reversed())
      model.reverse()
    default: break
    }
  }
}
