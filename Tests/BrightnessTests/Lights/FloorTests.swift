import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.neverBlackByAccident)) struct FloorTests {
  private let harness = CoreHarness(panel: 9600, of: 19200)

  @Test func `a keyboard that the user switched off is off again after a hold`() {
    let harness = CoreHarness()
    harness.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)
    harness.move(keyboard, to: 0)

    harness.completeWrites(harness.claim([Claim(.at(100), of: .kind(.keyboard))], key(1)))
    #expect(harness[keyboard]?.target.raw == 3)

    #expect(harness.release(key(1)).newTarget(keyboard) == 0)
  }

  @Test
  func `a panel that the user set to 0 is restored to its floor, and stays there when a hold ends before its write`() {
    harness.move(panel, to: 0)
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.completeWrites(harness.release(key(1)))
    #expect(harness[panel]?.target.raw == 192)
    #expect(harness[panel]?.base.setting.raw == 0)

    harness.hold(.at(50), key(2))

    #expect(harness.release(key(2)).requests.map(\.request.target).allSatisfy { $0 == nil || $0 == 192 })
  }

  @Test func `a panel restored to its floor stays there when its record cannot be cleared`() {
    harness.move(panel, to: 0)
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.completeWrites(harness.release(key(1)))

    #expect(harness.send(.light(panel, .uncleared(Fault(.uncleared, "read-only")))).requests.isEmpty)
  }

  @Test func `a panel set to 0 with allowOff is restored to 0`() throws {
    harness.completeWrites(try harness.set(panel, to: .share(.nothing), allowOff: true))
    #expect(harness[panel]?.target.raw == 0)

    harness.completeWrites(harness.hold(.at(100), key(1)))

    #expect(harness.release(key(1)).newTarget() == 0)
  }

  @Test func `the permission for 0 stays where the user sets exactly that level by hand`() throws {
    harness.completeWrites(try harness.set(panel, to: .share(.nothing), allowOff: true))
    harness.completeWrites(harness.hold(.at(100), key(1)))

    harness.move(panel, to: 0)

    #expect(harness[panel]?.base.allowsOff == true)
    #expect(harness[panel]?.target.raw == 0)
  }

  @Test func `the permission for 0 ends with the next change`() throws {
    harness.completeWrites(try harness.set(panel, to: .share(.nothing), allowOff: true))

    harness.completeWrites(try harness.set(panel, to: .share(.nothing)))

    #expect(harness[panel]?.target.raw == 192)
    #expect(harness[panel]?.base.allowsOff == false)
  }

  @Test func `a panel at 0 with a recorded base of 0 is restored to its floor`() {
    let harness = CoreHarness()
    let record = RecordedBase(Base(range(19200).setting(raw: 0)), in: range(19200))

    #expect(harness.connect(panel, .panel, range: range(255), raw: 255, record: record).newTarget() == 3)
  }
}
