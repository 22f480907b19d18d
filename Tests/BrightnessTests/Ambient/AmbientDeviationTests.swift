import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

/// What other programs do to a light that follows, and what the user does for now or below a hold.
@Suite struct AmbientDeviationTests {
  private let room = Room.following()

  @Test func `a level set for now, or by another program, is an offset and no lesson`() {
    let before = room.curve
    room.set(to: 10, forNow: true)
    room.wait(3600, in: 300)
    #expect(room.base() == 10)

    room.changeByProgram(to: 55)
    room.wait(60, in: 300)

    #expect(room.curve == before)
    #expect(room.harness.state.followingView(of: panel)?.offset == nil)
  }

  @Test func `what a program has dimmed follows the room, and what it restores stays`() {
    let before = room.curve
    room.changeByProgram(to: 10)
    room.wait(60, in: 300)
    room.wait(60, in: 1200)
    #expect(room.base() != 10)

    room.changeByProgram(to: 55)
    room.wait(60, in: 1200)

    #expect(room.base() == 55)
    #expect(room.curve == before)
  }

  @Test func `a program that sets several levels after one adaptation objects once`() {
    room.wait(20, in: 2000)
    for level in [5, 10, 15, 20] {
      room.changeByProgram(to: level)
      room.wait(5, in: 2000)
    }

    #expect(room.mode == .on)
  }

  @Test func `a program that dims long after an adaptation does not take it back`() {
    for lux in [2000, 300, 2000] {
      room.wait(120, in: lux)
      room.changeByProgram(to: 5)
      room.wait(30, in: lux)
      room.changeByProgram(to: 55)
    }
    room.wait(60, in: 2000)

    #expect(room.mode == .on)
  }

  @Test func `a program that never stops to set levels pauses, and is saved only so often`() {
    let before = room.saves
    for step in 0..<300 {
      room.changeByProgram(to: 20 + step % 60)
      room.wait(2, in: 300)
    }

    #expect(room.mode == .paused(.otherProgram))
    #expect(room.saves - before <= 45)
  }

  @Test func `what an idle program dims and restores never pauses`() {
    for lux in [2000, 300, 2000, 300, 2000] {
      room.wait(60, in: lux)
      room.set(to: 5, forNow: true)
      room.wait(30, in: lux)
      room.set(to: 55, forNow: true)
    }
    room.wait(60, in: 2000)

    #expect(room.mode == .on)
  }

  @Test func `a level that the user sets while nobody knows the light in the room teaches nothing`() {
    let events: [(String, (Room) -> Void)] = [
      ("lid", { $0.send(.sensor(.panelIsOff)) }),
      ("failing", { $0.send(.sensor(.fails("Input/output error"))) }),
      ("resumed", { $0.note($0.harness.send(.resumed, .light(panel, .found(55)))) }),
    ]
    for (name, event) in events {
      let test = Self()
      let before = test.room.curve
      event(test.room)
      test.room.set(to: 20)

      test.room.wait(60, in: 5)

      #expect(test.room.curve == before, "\(name)")
      #expect(test.room.takeWrites().map(\.raw) == [20], "\(name)")
    }
  }

  @Test func `a lesson whose reading comes late teaches nothing`() {
    let before = room.curve
    room.set(to: 20)
    room.pass(11)
    room.wait(60, in: 5)

    #expect(room.curve == before)
    #expect(room.base() == 20)
  }

  @Test func `a program that dims before the reading after a lesson does not teach its level`() {
    let before = room.curve
    room.set(to: 80)
    room.changeByProgram(to: 10)
    room.wait(60, in: 300)

    #expect(room.curve == before)
    #expect(room.base() == 10)
  }

  @Test func `a lesson for a light that was unplugged meanwhile leaves the others calm`() {
    let room = Room([panel: .panel, monitor: .monitor])
    room.turnOn(panel, monitor)
    room.wait(60, in: 300)
    room.set(monitor, to: 70)
    room.note(room.harness.disconnect(monitor))
    _ = room.takeWrites(panel)

    room.wait(2, in: 300)
    room.wait(2, in: 5)
    room.wait(60, in: 300)

    #expect(room.takeWrites(panel) == [])
  }

  @Test func `an offset is gone four stops away`() {
    room.set(to: 20, forNow: true)
    room.wait(60, in: 300)

    room.wait(60, in: 20_000)

    #expect(room.base() == 100)
  }

  @Test func `a program that takes three adaptations back within ten minutes pauses it until it is turned on again`() {
    for lux in [2000, 300, 2000] {
      room.wait(20, in: lux)
      room.changeByProgram(to: 5)
      room.wait(20, in: lux)
    }
    room.wait(60, in: 2000)
    #expect(room.mode == .paused(.otherProgram))
    _ = room.takeWrites()

    room.wait(600, in: 100_000)
    #expect(room.takeWrites() == [])

    room.turnOn(panel)
    room.wait(60, in: 100_000)
    room.wait(60, in: 5)
    #expect(room.mode == .on && room.takeWrites() != [])
  }

  @Test(arguments: [(600, FollowerRecord.Mode.paused(.otherProgram)), (601, .on)])
  func `the third adaptation that is taken back pauses it ten minutes after the first, and no later`(
    seconds: Double,
    mode: FollowerRecord.Mode
  ) {
    let start = room.second
    takeBack(in: 2000)
    takeBack(in: 300)
    room.wait(seconds - (room.second - start), in: 300)

    takeBack(in: 2000)

    #expect(room.mode == mode)
  }

  @Test(arguments: [(600, FollowerRecord.Mode.paused(.otherProgram)), (601, .on)])
  func `the twentieth level of a program pauses it ten minutes after the first, and no later`(
    seconds: Double,
    mode: FollowerRecord.Mode
  ) {
    let start = room.second
    for level in 20..<39 { change(to: level) }
    room.wait(seconds - (room.second - start), in: 300)

    change(to: 39)

    #expect(room.mode == mode)
  }

  /// A program takes back what the light in the room has made of the level.
  private func takeBack(in lux: Int) {
    room.wait(20, in: lux)
    change(to: 5, in: lux)
  }

  /// A program sets a level, which is read at once.
  private func change(to raw: Int, in lux: Int = 300) {
    room.pass(AdoptedLight.pace / .seconds(1))
    room.changeByProgram(to: raw)
    room.wait(1, in: lux)
  }

  @Test(arguments: [ChangeSource.sysfs, .hotkey])
  func `a light that was switched off by a program or a key stays so until it gets another level`(source: ChangeSource)
  {
    room.note(room.harness.send(.light(panel, .moved(0, by: source, at: Moment(room.now)))))
    room.wait(600, in: 20_000)
    #expect(room.takeWrites() == [])
    #expect(room.mode == .paused(.switchedOff))

    room.changeByProgram(to: 55)
    room.wait(60, in: 300)

    #expect(room.mode == .on)
  }

  @Test func `a light that the user has switched off stays so until the user sets a level`() {
    room.set(to: 0, allowOff: true)
    room.wait(600, in: 20_000)
    #expect(room.mode == .paused(.switchedOff))
    #expect(room.base() == 0)

    room.set(to: 90)
    room.wait(60, in: 20_000)

    #expect(room.mode == .on)
    #expect(room.level(at: 20_000) == 90)
  }

  @Test(.tags(.neverBlackByAccident)) func `a curve never leads below the floor`() {
    room.note(room.harness.override(panel) { $0.floor = percent(12) })
    room.set(to: 12)
    room.wait(60, in: 100)

    room.wait(60, in: 0)

    #expect(room.base() == 12)
  }

  // MARK: - Holds

  @Test func `below a hold the base level follows, and is what remains`() {
    let hold = key(1)
    room.note(room.harness.hold(.most(30), hold))
    _ = room.takeWrites()

    room.wait(60, in: 5)
    #expect(room.takeWrites().allSatisfy { $0.raw <= 30 })
    room.wait(60, in: 20_000)
    #expect(room.takeWrites().allSatisfy { $0.raw <= 30 })
    let base = room.base()
    room.note(room.harness.release(hold))

    #expect(room.takeWrites().map(\.raw) == [base])
    #expect(base == 100)
  }

  @Test func `a program that changes a held light does not object`() {
    room.note(room.harness.hold(.at(40), key(1), .rebase))
    for lux in [2000, 300, 2000] {
      room.wait(20, in: lux)
      room.changeByProgram(to: 5)
      room.wait(20, in: lux)
    }

    #expect(room.mode == .on)
  }

  @Test func `no claim yields to an adaptation`() {
    room.note(room.harness.hold(.at(40), key(1)))

    room.wait(60, in: 20_000)

    #expect(room.harness[panel]?.state == .held)
    #expect(room.harness.shown == 40)
  }
}
