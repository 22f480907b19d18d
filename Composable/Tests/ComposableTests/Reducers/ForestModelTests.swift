import ComposableCore
import RandomHistories
import Testing

@Suite struct ForestModelTests {
  private let holds = HoldLedger()

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `exactly what asked to hold and still exists is held, whatever reducers add, remove and replace`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let forest = SteppedStore(Forest.State()) { Forest(holds: holds) }
    var model = ForestModel()

    for number in 1...5_000 {
      let step = ForestStep.random(in: model, using: &random)
      forest.send(step.action)
      model.apply(step)
      let actual = ForestModel(forest.state, held: holds.living)
      guard actual == model, holds.isFaultless else {
        Issue.record("seed \(seed), step \(number), \(step):\n\(actual)\nwas expected to be\n\(model)")
        return
      }
    }

    forest.drop()
    #expect(holds.living == [])
    #expect(holds.isFaultless)
  }
}
