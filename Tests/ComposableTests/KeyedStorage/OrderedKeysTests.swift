import RandomHistories
import Testing

@testable import Composable

@Suite struct OrderedKeysTests {
  @Test(arguments: historySeeds(3))
  func `every key knows its position, whatever happens`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var keys = OrderedKeys<Int>()
    var model: [Int] = []

    for key in 0..<2000 {
      change(&keys, &model, adding: key, using: &random)
      #expect(keys.keys == model, "seed \(seed)")
      #expect(model.indices.allSatisfy { keys.position(of: model[$0]) == $0 }, "seed \(seed)")
      #expect(keys.position(of: -1) == nil, "seed \(seed)")
    }
  }

  @Test func `ten thousand keys removed in a random order leave none`() {
    var random = SeededRandom(seed: 7)
    var keys = OrderedKeys<Int>()
    for key in 0..<10_000 { keys.append(key) }

    for key in (0..<10_000).shuffled(using: &random) {
      guard let position = keys.position(of: key), keys.keys[position] == key else { break }
      keys.remove(at: position)
    }

    #expect(keys.count == 0)
  }

  private func change(
    _ keys: inout OrderedKeys<Int>,
    _ model: inout [Int],
    adding key: Int,
    using random: inout SeededRandom
  ) {
    let position = Int.random(in: 0...model.count, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...7:
      keys.append(key)
      model.append(key)
    case 8...9:
      keys.insert(key, at: position)
      model.insert(key, at: position)
    case 10...16 where position < model.count:
      keys.remove(at: position)
      model.remove(at: position)
    case 17:
      let positions = model.indices.filter { _ in Bool.random(using: &random) }
      keys.remove(at: positions)
      for position in positions.reversed() { model.remove(at: position) }
    case 18:
      let range = position..<min(position + 3, model.count)
      keys.replace(range, with: [key])
      model.replaceSubrange(range, with: [key])
    case 19 where key.isMultiple(of: 10):
      model.reverse()
      keys.replaceAll(with: model, keepingCapacity: true)
    default: break
    }
  }
}
