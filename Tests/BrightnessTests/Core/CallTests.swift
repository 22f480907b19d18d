import BrightnessModel
import Testing

@testable import Brightness

@Suite struct CallTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a call of an unknown session is refused, and changes nothing`() throws {
    let before = harness.state
    let calls: [ClientCall] = [
      .push(try request()), .hold(try request()), .appear(SceneID(1)), .disappear(SceneID(1)), .pop(from: SceneID(1)),
      .cancel(SessionID(3)),
    ]

    for call in calls {
      #expect(harness.call(3, call).texts(to: 3) == ["cannot find '3': there is no such session."])
    }
    #expect(harness.state == before)
  }

  @Test func `a call for an unknown scene is refused, and changes nothing`() throws {
    harness.open(1, with: try request())
    let before = harness.state

    for call in [ClientCall.appear(SceneID(2)), .disappear(SceneID(2)), .pop(from: SceneID(2))] {
      #expect(harness.call(1, call).texts(to: 1) == ["cannot find '2': the session has no such scene."])
    }
    #expect(harness.state == before)
  }

  @Test func `a scene of another session is unknown`() throws {
    harness.open(1, with: try request(), try request())
    harness.open(2, with: try request())

    #expect(harness.disappear(key(2, 2)).replies(SessionID(2)) == [.failed(.session(.noSuchScene(SceneID(2))))])
  }

  @Test func `cancelling a session ends it, and closes its connection`() throws {
    harness.open(1, with: try request())
    harness.open(2, 0)
    harness.completeWrites(harness.appear(key(1)))

    let outcome = harness.call(2, .cancel(SessionID(1)))

    #expect(outcome.texts(to: 2) == ["done."])
    #expect(outcome.outputs.flatMap(\.closing) == [SessionID(1)])
    #expect(outcome.newTargets == [panel: 60])
    #expect(outcome.after.view(of: panel)?.author == peer())
    #expect(harness.state.scene(key(1)) == nil)
  }
}

@Suite struct WaitingCallTests {
  private let harness = CoreHarness(panel: 60)

  init() {
    harness.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)
  }

  @Test func `a level that one of two lights cannot have changes neither`() throws {
    let before = harness.state

    let outcome = harness.call(0, .set([panel, keyboard], .raw(50), allowOff: false, fade: nil))

    #expect(outcome.replies(caller) == [.failed(.level(keyboard, .rawOutOfRange(50, maximum: 3)))])
    #expect(outcome.requests.isEmpty)
    #expect(harness.state == before)
  }

  @Test func `a set level is answered when all its lights are written`() {
    let begun = harness.call(0, .set([panel, keyboard], .share(.all), allowOff: false, fade: nil))
    #expect(begun.newTargets == [panel: 100, keyboard: 3])
    #expect(begun.messages == [])

    #expect(harness.wrote(100, on: panel).messages == [])

    #expect(harness.wrote(3, on: keyboard).texts(to: 0) == ["set backlight/panel 100, leds/keyboard 3."])
    #expect(harness.state.openCallCount == 0)
  }

  @Test func `a light that refuses a set level is left out with the reason when the others are written`() {
    harness.call(0, .set([panel, keyboard], .share(.all), allowOff: false, fade: nil))
    #expect(harness.refused(panel).messages == [])

    let outcome = harness.wrote(3, on: keyboard)

    #expect(outcome.texts(to: 0) == ["set leds/keyboard 3, backlight/panel: no answer."])
  }

  @Test func `a set level and a hold fade on request, and a restore does not`() throws {
    let fade = Duration.milliseconds(200)

    let set = harness.call(0, .set([panel], .raw(30), allowOff: false, fade: fade))
    #expect(set.requests.map(\.request.fade) == [fade])
    harness.completeWrites(set)

    harness.open(1, with: try SceneRequest(claims: [Claim(.at(100))], fade: fade))
    let appeared = harness.appear(key(1))
    #expect(appeared.requests.map(\.request.fade) == [fade])
    harness.completeWrites(appeared)

    #expect(harness.disappear(key(1)).requests.map(\.request.fade) == [nil])
  }

  @Test(arguments: [nil, Duration.milliseconds(200)])
  func `the level of a fade that is set again without it, or with another one, is requested anew`(fade: Duration?) {
    let hour = Duration.seconds(3600)
    harness.call(0, .set([panel], .raw(30), allowOff: false, fade: hour))
    harness.attempted(panel)
    for session in 1...2 { harness.open(session) }

    #expect(harness.call(1, .set([panel], .raw(30), allowOff: false, fade: hour)).requests.isEmpty)

    let again = harness.call(2, .set([panel], .raw(30), allowOff: false, fade: fade))
    #expect(again.requests.map(\.request.target) == [30])
    #expect(again.requests.map(\.request.fade) == [fade])
    #expect(harness.completeWrites(again).texts(to: 2) == ["set backlight/panel 30."])
  }

  @Test func `a scene that takes over in the middle of a fade to the same level does not wait for that fade`() throws {
    let held = { (fade: Duration?) in try SceneRequest(claims: [Claim(.at(100))], fade: fade) }
    try harness.open(1, with: held(.seconds(3600)))
    harness.appear(key(1))
    harness.attempted(panel)
    try harness.open(2, with: held(nil))

    let over = harness.appear(key(2))
    #expect(over.requests.map(\.request.target) == [100])
    #expect(over.requests.map(\.request.fade) == [nil])

    harness.completeWrites(over)
    try harness.open(3, with: held(.seconds(1)))
    #expect(harness.appear(key(3)).requests.isEmpty, "the light is there")
  }

  @Test func `a scene's appearance and disappearance are answered when its lights are written`() throws {
    harness.open(1, with: try request())

    #expect(harness.appear(key(1)).messages == [])
    #expect(harness.wrote(100, on: panel).texts(to: 1) == ["done."])

    let disappeared = harness.disappear(key(1))
    #expect(disappeared.messages == [])
    #expect(harness.completeWrites(disappeared).texts(to: 1) == ["done."])
  }

  @Test(arguments: [true, false])
  func `a hold or an appearance whose base cannot be recorded fails, and holds nothing`(isHold: Bool) throws {
    harness.open(1)
    if !isHold { harness.call(1, .push(try request())) }
    harness.call(1, isHold ? .hold(try request()) : .appear(SceneID(1)))

    let outcome = harness.unrecorded(panel)

    #expect(outcome.replies(SessionID(1)) == [.failed(.unrecorded("no space"))])
    #expect(outcome.cancelled == [key(1)])
    #expect(harness.scenesInForce == [])
    #expect(harness.state.openCallCount == 0)
  }

  @Test func `an answered hold whose base cannot be recorded is cancelled, and the level that was set is written`()
    throws
  {
    harness.open(1)
    harness.completeWrites(harness.call(1, .hold(try request(.at(100), .rebase))))
    try harness.set(panel, to: .raw(30))

    let outcome = harness.unrecorded(panel)

    #expect(outcome.texts(to: 1) == ["cancelled."])
    #expect(outcome.cancelled == [key(1)])
    #expect(outcome.newTarget() == 30)
    #expect(harness.wrote(30, on: panel).texts(to: 0) == ["set backlight/panel 30."])
  }

  @Test func `a reset is answered with the number of other sessions when all lights are restored`() throws {
    for session in 1...3 { harness.open(session, with: try request()) }
    harness.completeWrites(harness.appear(key(1)))

    let begun = harness.call(3, .reset(user: nil))
    #expect(begun.newTargets == [panel: 60])
    #expect(begun.messages == [])
    #expect(begun.outputs.flatMap(\.closing) == [SessionID(1), SessionID(2)])

    let outcome = harness.completeWrites(begun)
    #expect(outcome.texts(to: 3) == ["reset 2."])
    #expect(outcome.outputs.flatMap(\.closing) == [SessionID(3)])
  }

  @Test func `a reset by a caller that keeps its own session closes no connection of its own`() throws {
    for session in 1...2 { harness.open(session, UInt32(session), with: try request()) }
    harness.completeWrites(harness.appear(key(1)))

    let outcome = harness.completeWrites(harness.call(2, .reset(user: 1)))

    #expect(outcome.texts(to: 2) == ["reset 1."])
    #expect(outcome.outputs.flatMap(\.closing) == [])
    #expect(harness.state.sessions.map(\.id) == [SessionID(2)])
  }

  @Test func `a call that waits for a light is answered when the light is disconnected`() throws {
    harness.open(1, with: try request())
    harness.appear(key(1))

    #expect(harness.disconnect(panel).texts(to: 1) == ["done."])
  }

  @Test func `a call that waits for a light that cannot be read is answered`() throws {
    let harness = CoreHarness()
    harness.open(1, with: try request())
    harness.send(.light(panel, .connected(LightDevice(kind: .panel, maximum: 100, scale: .linear))))
    #expect(harness.appear(key(1)).messages == [])

    #expect(harness.refused(panel).texts(to: 1) == ["done."])
  }

  @Test func `a call that waits for a light without steps is answered`() throws {
    let harness = CoreHarness()
    harness.open(1, with: try request())
    harness.send(.light(panel, .connected(LightDevice(kind: .panel, maximum: 0, scale: .linear))))
    harness.appear(key(1))

    #expect(harness.found(0, on: panel).texts(to: 1) == ["done."])
    #expect(harness[panel] == nil)
  }
}
