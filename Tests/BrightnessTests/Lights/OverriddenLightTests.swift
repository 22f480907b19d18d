import Model
import Testing

@testable import Brightness

@Suite struct OverriddenLightTests {
  private let desk = CoreDesk(panel: 5)

  @Test func `a light that shows its base is not written for another floor`() throws {
    let outcome = desk.override(panel) { $0.floor = percent(10) }

    #expect(outcome.order() == nil)
    #expect(desk[panel]?.target.raw == 5)
    #expect(desk[panel]?.range.floor == 10)
  }

  @Test func `a base below another floor is lifted to it when the light is brought back`() throws {
    desk.override(panel) { $0.floor = percent(10) }
    desk.settled(desk.hold(.at(100), owner(1)))

    #expect(desk.release(owner(1)).order() == 10)
  }

  @Test func `a light that is held goes by another floor at once`() throws {
    desk.settled(desk.hold(.at(3), owner(1)))

    #expect(desk.override(panel, { $0.floor = percent(10) }).order() == 10)
    #expect(desk.override(panel, { $0.floor = nil }).order() == 3)
    #expect(desk[panel]?.base.setting.raw == 5)
  }

  @Test func `a light that is held goes by another scale at once, and its base keeps the step`() throws {
    desk.settled(desk.hold(.at(50), owner(1)))

    let outcome = desk.override(panel) { $0.scale = .perceptual }

    #expect(outcome.order() == 18)
    #expect(desk.release(owner(1)).order() == 5)
  }

  @Test func `a level that was asked for is reported as such under another floor`() throws {
    desk.connect(monitor, .monitor, range: range(3, .monitor), raw: 3)
    try desk.set(monitor, to: .share(percent(37)))

    desk.override(monitor) { $0.floor = percent(10) }

    #expect(desk[monitor]?.base.setting.share == percent(37))
  }

  @Test func `a light that becomes another kind is claimed by what covers that, and by nothing else`() {
    desk.settled(desk.claim([Claim(.at(100), of: .kind(.panel))], owner(1)))
    desk.settled(desk.claim([Claim(.at(40), of: .kind(.keyboard))], owner(2)))

    #expect(desk.override(panel, { $0.kind = .keyboard }).order() == 40)
    #expect(desk[panel]?.decider == owner(2))
    #expect(desk.release(owner(2)).order() == 5)
    #expect(desk.release(owner(1)).requests.isEmpty)
  }

  @Test func `a scene that yielded still yields on a light that becomes another kind`() {
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.move(panel, to: 40)

    #expect(desk.override(panel, { $0.kind = .monitor }).order() == nil)
    #expect(desk[panel]?.state == .free)
  }

  @Test func `a light that comes back as another kind is claimed by what covers that`() {
    desk.settled(desk.claim([Claim(.at(100), of: .kind(.panel))], owner(1)))
    desk.disconnect(panel)

    let outcome = desk.connect(panel, .monitor, range: range(100, .monitor), raw: 100)

    #expect(outcome.order() == 5)
    #expect(desk[panel]?.kind == .monitor)
  }
}
