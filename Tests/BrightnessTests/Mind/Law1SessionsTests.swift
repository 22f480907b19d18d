import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct Law1SessionsTests {
  @Test func `what the panel shows depends on the scenes that are there, and not on how they came to be`() throws {
    let (direct, roundabout) = (MindDesk(), MindDesk())
    for desk in [direct, roundabout] {
      desk.open(1, with: try request(.at(80)), try request(.most(50)))
      desk.open(2, with: try request(.times(50)))
      desk.open(3, with: try request(.at(10)))
    }
    roundabout.appear(owner(3))
    roundabout.appear(owner(2))
    roundabout.appear(owner(1, 2))
    roundabout.happen(.disappeared, to: owner(2))
    roundabout.send(.sessionEnded(SessionID(3), .exited))
    roundabout.pop(from: owner(1, 2))

    for desk in [direct, roundabout] {
      desk.appear(owner(1, 1))
      desk.appear(owner(2))
    }

    #expect(direct.shown == 40)
    #expect(roundabout.shown == direct.shown)
  }

  @Test func `the panel shows the base where no scene is in force`() throws {
    let desk = MindDesk()
    desk.open(1, with: try request(.at(80), expires: .seconds(60)), try request(.most(50)))
    desk.appear(owner(1, 1))
    desk.appear(owner(1, 2))

    desk.clock.advance(by: .seconds(60))

    #expect(desk.shown == 60)
  }

  @Test func `the base that the person moved to meanwhile is what is left`() throws {
    let desk = MindDesk()
    desk.open(1, with: try request(.at(80)))
    desk.appear(owner(1))
    desk.move(to: 33)

    desk.send(.sessionEnded(SessionID(1), .closed))

    #expect(desk.shown == 33)
  }
}
