import Model
import Testing

@testable import Brightness

@Suite struct UserWinsTests {
  @Test func `a claim yields to the user until its scene appears again`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))

    let outcome = desk.move(panel, to: 40)
    #expect(outcome.order() == nil)
    #expect(outcome.yielded == [owner(1)])
    #expect(desk[panel]?.state == .free)
    #expect(desk.release(owner(1)).order() == nil)

    #expect(desk.hold(.at(100), owner(1)).order() == 100)
    #expect(desk.release(owner(1)).order() == 40)
  }

  @Test func `a level that the system restores is the base, and no claim yields to it`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))

    let outcome = desk.restoredBySystem(panel, to: 30)

    #expect(outcome.order() == 100)
    #expect(outcome.yielded.isEmpty)
    #expect(desk[panel]?.state == .held)
    #expect(desk.release(owner(1)).order() == 30)
  }

  @Test func `a claim that follows the base stays`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.times(50), owner(1), .rebase))

    let outcome = desk.move(panel, to: 80)

    #expect(outcome.order() == 40)
    #expect(outcome.yielded.isEmpty)
    #expect(desk.release(owner(1)).order() == 80)
  }

  @Test func `a scene that asked for it ends, on every light`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.connect(monitor, .monitor, range: range(100), raw: 50))
    desk.settled(desk.hold(.at(100), owner(1), .cancel))

    let outcome = desk.move(panel, to: 40)

    #expect(outcome.cancelled == [owner(1)])
    #expect(outcome.orders == [monitor: 50])
    #expect(desk.state.lights[monitor]?.claims == [])
    #expect(desk.release(owner(1)).requests.isEmpty)
  }

  @Test func `yielding on one light is not yielding on another`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.connect(monitor, .monitor, range: range(100), raw: 50))
    desk.settled(desk.hold(.at(100), owner(1)))

    desk.move(panel, to: 40)

    #expect(desk[panel]?.state == .free)
    #expect(desk[monitor]?.state == .held)
    #expect(desk.release(owner(1)).orders == [monitor: 50])
  }

  @Test func `choosing exactly the held level is a choice`() throws {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))

    let outcome = try desk.set(panel, to: .share(.all))

    #expect(outcome.order() == nil)
    #expect(outcome.yielded == [owner(1)])
    #expect(desk[panel]?.base.setting.raw == 100)
    #expect(desk[panel]?.state == .free)
    #expect(desk.release(owner(1)).order() == nil)
  }

  @Test(arguments: ChangePolicy.allCases)
  func `the held level by another tool is a choice too`(policy: ChangePolicy) {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(37), owner(1), policy))

    let outcome = desk.move(panel, to: 37)

    #expect(outcome.yielded == (policy == .yield ? [owner(1)] : []))
    #expect(outcome.cancelled == (policy == .cancel ? [owner(1)] : []))
    #expect(desk[panel]?.base.setting.share == percent(37))
    #expect(desk.release(owner(1)).order() == nil)
  }

  @Test func `a change during a fade wins, and is written again behind what is under way`() {
    let desk = CoreDesk(panel: 60)
    #expect(desk.hold(.at(100), owner(1)).order() == 100)

    let outcome = desk.move(panel, to: 73)
    #expect(outcome.order() == 73)
    desk.wrote(100, on: panel)
    #expect(desk[panel]?.state == .restoring)
    desk.wrote(73, on: panel)

    #expect(desk[panel]?.state == .free)
    #expect(desk[panel]?.base.setting.raw == 73)
  }

  @Test func `a change during the way back wins too`() throws {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    #expect(desk.release(owner(1)).order() == 60)

    #expect(try desk.set(panel, to: .share(percent(30))).order() == 30)
    desk.wrote(60, on: panel)
    desk.wrote(30, on: panel)

    #expect(desk[panel]?.state == .free)
    #expect(desk[panel]?.base.setting.raw == 30)
  }

  @Test func `an older write's end is not taken for the newer one's`() {
    let desk = CoreDesk(panel: 60)
    desk.hold(.at(100), owner(1))
    desk.release(owner(1))
    desk.wrote(100, on: panel)

    #expect(desk.move(panel, to: 73).order() == 73)
  }

  @Test func `a change between two holds is the base of the second`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.settled(desk.release(owner(1)))

    desk.move(panel, to: 35)
    desk.settled(desk.hold(.at(100), owner(2)))

    #expect(desk.release(owner(2)).order() == 35)
  }

  @Test func `no claim below takes the light when those above yield`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(80), owner(1)))
    desk.settled(desk.hold(.at(100), owner(2)))

    let outcome = desk.move(panel, to: 40)

    #expect(outcome.order() == nil)
    #expect(outcome.yielded == [owner(1), owner(2)])
  }

  @Test func `a hold that comes after the user's change holds`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.move(panel, to: 40)

    #expect(desk.hold(.most(30), owner(2)).order() == 30)
    #expect(desk.release(owner(2)).order() == 40)
  }

  @Test func `a covered scene that comes back did not appear again`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.move(panel, to: 40)

    desk.cover(owner(1))

    #expect(desk.uncover(owner(1)).order() == nil)
    #expect(desk[panel]?.state == .free)
  }

  @Test(arguments: [ChangePolicy.yield, .cancel])
  func `a scene that was covered when the user took over yields`(policy: ChangePolicy) {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1, 1), policy))
    desk.settled(desk.hold(.at(20), owner(1, 2)))

    let outcome = desk.move(panel, to: 40)
    let released = desk.release(owner(1, 2))

    #expect(outcome.yielded == [owner(1, 1), owner(1, 2)])
    #expect(outcome.cancelled.isEmpty)
    #expect(released.order() == nil)
  }

  @Test func `a covered scene keeps its place in the fold`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.settled(desk.hold(.at(20), owner(2)))

    desk.settled(desk.cover(owner(1)))
    desk.settled(desk.uncover(owner(1)))

    #expect(desk[panel]?.decider == owner(2))
  }

  @Test func `appearing twice is the same as once`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    let claims = desk.state.claims

    #expect(desk.hold(.at(100), owner(1)).requests.isEmpty)
    #expect(desk.state.claims == claims)
  }

  @Test func `a scene that appears again after it yielded stands above those that appeared meanwhile`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.move(panel, to: 40)
    desk.settled(desk.hold(.at(20), owner(2)))

    let outcome = desk.hold(.at(100), owner(1))

    #expect(outcome.order() == 100)
    #expect(desk[panel]?.decider == owner(1))
  }
}
