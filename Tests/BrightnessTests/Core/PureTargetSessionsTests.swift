import Model
import Testing

@testable import Brightness

@Suite struct PureTargetSessionsTests {
  @Test func `the panel's target depends on the scenes that hold, and not on what happened before`() throws {
    let (direct, roundabout) = (CoreDesk(panel: 60), CoreDesk(panel: 60))
    for desk in [direct, roundabout] {
      desk.open(1, with: try request(.at(80)), try request(.most(50)))
      desk.open(2, with: try request(.times(50)))
      desk.open(3, with: try request(.at(10)))
    }
    roundabout.appear(owner(3))
    roundabout.appear(owner(2))
    roundabout.appear(owner(1, 2))
    roundabout.disappear(owner(2))
    roundabout.end(3, .exited)
    roundabout.pop(from: owner(1, 2))

    for desk in [direct, roundabout] {
      desk.appear(owner(1, 1))
      desk.appear(owner(2))
    }

    #expect(direct.shown == 40)
    #expect(roundabout.shown == direct.shown)
  }

  @Test func `the panel shows the base where no scene holds`() throws {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: try request(.at(80), expires: .seconds(60)), try request(.most(50)))
    desk.appear(owner(1, 1))
    desk.appear(owner(1, 2))

    desk.wait(.seconds(60))

    #expect(desk.shown == 60)
  }

  @Test func `the base that the user moved to meanwhile is left`() throws {
    let desk = CoreDesk(panel: 60)
    desk.open(1, with: try request(.at(80)))
    desk.settled(desk.appear(owner(1)))
    desk.move(to: 33)

    desk.end(1)

    #expect(desk.shown == 33)
  }
}
