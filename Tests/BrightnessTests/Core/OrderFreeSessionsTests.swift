import Model
import Testing

@testable import Brightness

@Suite struct OrderFreeSessionsTests {
  private let wishes: [Int: Wish] = [1: .at(80), 2: .most(50), 3: .at(20)]

  @Test(arguments: orders(of: [1, 2, 3]), orders(of: [1, 2, 3]))
  func `after each end, in any order, the panel shows the fold of the sessions that are left`(
    appearances: [Int],
    ends: [Int]
  ) throws {
    let desk = try shown(appearances)
    for count in 1...3 {
      desk.end(ends[count - 1])

      let left = appearances.filter { !ends.prefix(count).contains($0) }
      #expect(desk.shown == (try shown(left).shown))
    }
    #expect(desk.shown == 60)
  }

  @Test(arguments: orders(of: [1, 2, 3]))
  func `scenes of one session may end in any order`(ends: [Int]) throws {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: try request(.at(80)), try request(.most(50)), try request(.at(20)))
    for scene in 1...3 { desk.appear(owner(1, scene)) }
    let shownAlone = [1: 80, 2: 50, 3: 20]

    for count in 1...3 {
      desk.disappear(owner(1, ends[count - 1]))

      let topmost = (1...3).last { !ends.prefix(count).contains($0) }
      #expect(desk.shown == topmost.flatMap { shownAlone[$0] } ?? 60)
    }
  }

  private func shown(_ sessions: [Int]) throws -> CoreDesk {
    let desk = CoreDesk(panel: 60)
    for session in 1...3 { desk.open(session, with: try request(wishes[session] ?? .at(100))) }
    for session in sessions { desk.appear(owner(session)) }
    return desk
  }
}
