import Model
import Testing

@testable import Brightness

@Suite struct SuspendedTests {
  private let desk = CoreDesk(panel: 60)

  @Test func `a light goes to what the claims that are left say, and back`() {
    desk.settled(desk.hold(.most(50), owner(1)))
    desk.settled(desk.hold(.at(80), owner(2)))

    #expect(desk.suspend(2).order() == 50)
    #expect(desk.resume().order() == 80)
  }

  @Test func `a scene that appears while its session is suspended waits, and writes nothing`() {
    desk.suspend(1)

    #expect(desk.hold(.at(80), owner(1)).requests.isEmpty)
    #expect(desk[panel]?.state == .free)
    #expect(desk.resume().order() == 80)
  }

  @Test(arguments: ChangePolicy.allCases)
  func `the user moves the base, and a suspended claim counts over it again`(policy: ChangePolicy) {
    desk.settled(desk.hold(.at(80), owner(1), policy))
    desk.settled(desk.suspend(1))

    let outcome = desk.move(panel, to: 30)

    #expect(outcome.cancelled == [] && outcome.yielded == [])
    desk.settled(desk.resume())
    #expect(desk[panel]?.target.raw == 80)
    #expect(desk.release(owner(1)).order() == 30)
  }

  @Test func `a scene that yielded before it was suspended still yields afterwards`() {
    desk.settled(desk.hold(.at(80), owner(1)))
    desk.move(panel, to: 30)

    desk.suspend(1)
    desk.resume()

    #expect(desk[panel]?.target.raw == 30)
  }

  @Test func `a light that comes meanwhile is shown its base, and held afterwards`() {
    desk.hold(.at(80), owner(1))
    desk.settled(desk.suspend(1))

    #expect(desk.connect(monitor, .monitor, range: range(100, .monitor), raw: 40).orders == [:])

    #expect(desk.resume().order(monitor) == 80)
  }
}
