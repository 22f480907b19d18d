import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.orderFree)) struct SessionEndOrderTests {
  private let rules: [Int: Rule] = [1: .at(80), 2: .most(50), 3: .at(20)]

  @Test(arguments: permutations(of: [1, 2, 3]), permutations(of: [1, 2, 3]))
  func `after each end, in any order, the panel shows the fold of the remaining sessions`(
    appearances: [Int],
    ends: [Int]
  ) throws {
    let harness = try shown(appearances)
    for count in 1...3 {
      harness.end(ends[count - 1])

      let left = appearances.filter { !ends.prefix(count).contains($0) }
      #expect(harness.shown == (try shown(left).shown))
    }
    #expect(harness.shown == 60)
  }

  @Test(arguments: permutations(of: [1, 2, 3]))
  func `scenes of one session may end in any order`(ends: [Int]) throws {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: try request(.at(80)), try request(.most(50)), try request(.at(20)))
    for scene in 1...3 { harness.appear(key(1, scene)) }
    let shownAlone = [1: 80, 2: 50, 3: 20]

    for count in 1...3 {
      harness.disappear(key(1, ends[count - 1]))

      let topmost = (1...3).last { !ends.prefix(count).contains($0) }
      #expect(harness.shown == topmost.flatMap { shownAlone[$0] } ?? 60)
    }
  }

  private func shown(_ sessions: [Int]) throws -> CoreHarness {
    let harness = CoreHarness(panel: 60)
    for session in 1...3 { harness.open(session, with: try request(rules[session] ?? .at(100))) }
    for session in sessions { harness.appear(key(session)) }
    return harness
  }
}
