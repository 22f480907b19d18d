import BrightnessModel
import ComposableCore
import Guarantees
import Testing

@testable import Brightness

/// Each call that is open gets exactly one last reply, in whatever state it is and however its
/// scene or its session ends.
@Suite(.tags(.oneEnd)) struct LastWordTests {
  private let harness = CoreHarness(panel: 60)

  @Test(arguments: HoldState.allCases, HoldEnd.allCases)
  func `a hold that ends has one last reply, at once`(state: HoldState, end: HoldEnd) throws {
    try bring(to: state)

    let outcome = try perform(end)

    #expect(outcome.texts(to: 1) == [end.lastWord])
    #expect(harness.state.scene(key(1)) == nil)
    #expect(harness.state.calls[SessionID(1)] == nil)
    #expect(harness.completeWrites(outcome).texts(to: 1) == [])
  }

  @Test func `a hold whose light is unplugged before its first reply goes on`() throws {
    try bring(to: .waiting)

    #expect(harness.disconnect(panel).texts(to: 1) == ["holding"])
  }

  @Test(arguments: [Stop.cancel, .reset])
  func `an appearance whose session is cancelled fails`(end: Stop) throws {
    harness.open(1, with: try request())
    harness.appear(key(1))

    let outcome = stop(end)

    #expect(outcome.texts(to: 1) == ["cannot find '1': there is no such session."])
    #expect(harness.completeWrites(outcome).texts(to: 1) == [])
  }

  @Test func `an appearance fails when the scene below expires, which ends those above it`() throws {
    harness.open(1, with: try request(.at(20), expires: .seconds(60)), try request())
    harness.completeWrites(harness.appear(key(1, 1)))
    harness.appear(key(1, 2))

    #expect(harness.wait(.seconds(60)).texts(to: 1) == ["cannot find '2': the session has no such scene."])
  }

  @Test(arguments: [Stop.cancel, .reset])
  func `calls with an end of their own are answered also if their session is cancelled`(end: Stop) throws {
    for session in 1...2 { harness.open(session, with: try request()) }
    harness.completeWrites(harness.appear(key(1)))
    harness.disappear(key(1))
    let begun = harness.call(2, .set([panel], .raw(30), allowOff: false, fade: nil))

    let stopped = [stop(end), stop(end, of: 2)]
    let written = harness.completeWrites(begun)

    for session in 1...2 { #expect(stopped.flatMap { $0.texts(to: session) } == []) }
    #expect(written.texts(to: 1) == ["done."])
    #expect(written.texts(to: 2) == ["set backlight/panel 30."])
  }

  @Test(arguments: [ClientCall.watch(nil), .watchSessions])
  func `a watch whose session is cancelled fails`(watch: ClientCall) throws {
    harness.open(1, with: try request())
    harness.call(1, watch)

    #expect(stop(.cancel).texts(to: 1).last == "session ended.")
    #expect(harness.move(to: 20).texts(to: 1) == [])
    #expect(harness.state.openCallCount == 0)
  }

  @Test(arguments: [ClientCall.watch(nil), .watchSessions])
  func `a watch of a session without scenes outlives a reset`(watch: ClientCall) {
    harness.open(1)
    harness.call(1, watch)

    let outcome = stop(.reset)

    #expect(outcome.texts(to: 1) == [])
    #expect(outcome.texts(to: 9) == ["reset 0."])
    #expect(outcome.outputs.flatMap(\.closing) == [])
  }

  @Test func `a call of a session that was cancelled is refused`() throws {
    try bring(to: .holding)
    stop(.cancel)

    #expect(harness.call(1, .hold(try request())).texts(to: 1) == ["cannot find '1': there is no such session."])
    for watch in [ClientCall.watch(nil), .watchKind(.panel), .watchSessions] {
      #expect(harness.call(1, watch).texts(to: 1) == ["session ended."])
    }
    #expect(harness.state.openCallCount == 0)
  }
}

/// A call behind one that lasts.
extension LastWordTests {
  @Test(arguments: HoldState.allCases)
  func `a call behind a hold ends the hold and its scene, with an error`(state: HoldState) throws {
    try bring(to: state)

    let outcome = harness.send(.nextCallArrived(SessionID(1)))

    #expect(outcome.texts(to: 1) == ["nextCallArrived."])
    #expect(harness.state.scene(key(1)) == nil)
    #expect(harness.state.sessions.contains(id: SessionID(1)))
  }

  @Test(arguments: [ClientCall.watch(nil), .watchSessions])
  func `a call behind a watch ends the watch, with an error`(watch: ClientCall) {
    harness.open(1)
    harness.call(1, watch)

    #expect(harness.send(.nextCallArrived(SessionID(1))).texts(to: 1) == ["nextCallArrived."])
    #expect(harness.state.openCallCount == 0)
  }

  @Test func `a call behind one that ends by itself waits`() {
    harness.open(1)
    let begun = harness.call(1, .set([panel], .raw(30), allowOff: false, fade: nil))

    #expect(harness.send(.nextCallArrived(SessionID(1))).messages == [])
    #expect(harness.completeWrites(begun).texts(to: 1) == ["set backlight/panel 30."])
  }
}

extension LastWordTests {
  enum HoldState: CaseIterable {
    /// Its light is on its way.
    case waiting
    /// A monitor was not read yet.
    case unread
    case holding
    /// A claim of another session decides.
    case outranked
    /// Another user was active before the hold began.
    case suspended
    /// Its light refused the level.
    case refused
    /// The next daemon took it over, and has not served it yet.
    case restored
  }

  enum HoldEnd: CaseIterable {
    case cancel, reset, resetByItsUser, expiry

    var lastWord: String { self == .expiry ? "expired." : "cancelled." }
  }

  enum Stop { case cancel, reset }

  private func bring(to state: HoldState) throws {
    let scene = try request(.at(100), expires: .seconds(60))
    if state == .suspended { harness.seat(1, among: [1, 1000]) }
    if state == .unread {
      harness.send(.light(monitor, .connected(LightDevice(kind: .monitor, maximum: 100, scale: .linear))))
    }
    if state == .restored { return restore(scene) }
    harness.open(1)
    let begun = harness.call(1, .hold(scene))
    switch state {
    case .waiting, .restored: break
    case .unread: harness.completeWrites(begun)
    case .holding, .suspended: harness.completeWrites(begun)
    case .outranked:
      harness.completeWrites(begun)
      harness.completeWrites(harness.hold(.at(20), key(2)))
    case .refused: harness.refused(panel)
    }
  }

  private func restore(_ scene: SceneRequest) {
    let watch = SceneWatch(key: key(1), reported: .holding, hasHeld: true)
    harness.send(.restored([saved(1, [appeared(scene, key(1))], hold: watch)], at: harness.now))
  }

  private func perform(_ end: HoldEnd) throws -> Outcome {
    switch end {
    case .cancel: stop(.cancel)
    case .reset: stop(.reset)
    case .resetByItsUser:
      harness.call(8, opening: 1000, .reset(user: 1000))
    case .expiry: harness.wait(.seconds(60))
    }
  }

  /// Another client ends a session.
  @discardableResult
  private func stop(_ stop: Stop, of session: Int = 1) -> Outcome {
    harness.call(9, opening: 0, stop == .cancel ? .cancel(SessionID(session)) : .reset(user: nil))
  }
}

extension CoreHarness {
  /// Makes a call on a connection that is opened for it, unless it is open.
  fileprivate func call(_ session: Int, opening uid: UInt32, _ call: ClientCall) -> Outcome {
    if !state.sessions.contains(id: SessionID(session)) { open(session, uid) }
    return self.call(session, call)
  }
}
