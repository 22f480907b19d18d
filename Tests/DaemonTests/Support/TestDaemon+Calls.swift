import Brightness
import BrightnessModel
import ComposableCore
import ComposableTesting
import Hardware
import HardwareTesting

@testable import Daemon

/// Calls of clients without connections.
extension TestDaemon {
  /// Holds a level for a holder with a number of the test; an existing hold stays.
  @discardableResult
  func hold(
    _ holder: Int,
    _ rule: Rule,
    of selector: LightSelector = .picture,
    _ onChange: ChangePolicy = .yield,
    fade: Duration? = nil
  ) -> Answers {
    let answers = beginHold(holder, rule, of: selector, onChange, fade: fade)
    runUntilIdle()
    return answers
  }

  /// The same, before any job runs.
  @discardableResult
  func beginHold(
    _ holder: Int,
    _ rule: Rule,
    of selector: LightSelector = .picture,
    _ onChange: ChangePolicy = .yield,
    fade: Duration? = nil
  ) -> Answers {
    let answers = Answers()
    if isHolding(holder) { return answers }
    release(silently: holder)
    let session = openSession(uid: UInt32(1000 + holder))
    running!.holders[holder] = SceneKey(session: session, scene: SceneID(1))
    guard let request = try? SceneRequest(claims: [Claim(rule, of: selector)], onChange: onChange, fade: fade) else {
      preconditionFailure("a claim of a test is refused")
    }
    call(session, .push(request)) { _ in }
    call(session, .appear(SceneID(1))) { answers.note($0) }
    return answers
  }

  /// Whether a holder's scene exists.
  func isHolding(_ holder: Int) -> Bool { running!.holders[holder].flatMap { core.scene($0) } != nil }

  /// The lights on which a holder's scene has yielded.
  func yielded(_ holder: Int) -> Set<LightID> {
    running!.holders[holder].flatMap { core.scene($0)?.appearance?.yielded } ?? []
  }

  /// Ends the holder's connection.
  func release(_ holder: Int) {
    release(silently: holder)
    runUntilIdle()
  }

  /// The same, before any job runs.
  func release(silently holder: Int) { release([holder]) }

  /// Ends the connections of several holders in one turn of the loop.
  func release(_ holders: [Int]) {
    let keys = holders.compactMap { running!.holders.removeValue(forKey: $0) }
    if !keys.isEmpty { handle(.ended(keys.map(\.session))) }
  }

  @discardableResult
  func set(_ level: Level, of device: FakeDevice = Device.panel, fade: Duration? = nil) -> Answers {
    let answers = beginSet(level, of: device, fade: fade)
    runUntilIdle()
    return answers
  }

  /// The same, before any job runs.
  @discardableResult
  func beginSet(_ level: Level, of device: FakeDevice, fade: Duration?) -> Answers {
    let answers = Answers()
    call(openSession(uid: 0), .set([device.id], level, allowOff: false, fade: fade)) { answers.note($0) }
    return answers
  }

  /// Passes time for the timeouts of scenes.
  func wait(_ duration: Duration) {
    clock.advance(by: duration)
    runUntilIdle()
  }

  /// Reports a seat change, maybe to the same user.
  func noteSeatEvent() {
    handle(.seatRead(core.seat, isEvent: true))
    runUntilIdle()
  }

  /// Notes `done` when no light has a job any more.
  func waitUntilWritten() -> Answers {
    let answers = Answers()
    subject.assumeIsolated { $0.whenAtRest { answers.note(.done) } }
    runUntilIdle()
    return answers
  }

  func handle(_ action: Core.Action) {
    subject.assumeIsolated { $0.core.handle(action) }
  }

  func openSession(uid: UInt32) -> SessionID {
    running!.newestSession += 1
    let session = SessionID(running!.newestSession)
    handle(.opened(session, Peer(uid: uid, gid: 100, pid: 4711), at: Moment(.zero)))
    return session
  }

  private func call(_ session: SessionID, _ call: ClientCall, _ deliver: @escaping @Sendable (Reply) -> Void) {
    subject.assumeIsolated { $0.clients.call(call, of: session, deliver: deliver) }
  }
}

/// Steps of random histories; nothing else is carried out.
extension TestDaemon {
  func carryOut(_ number: Int) {
    takeTurn()
    _ = running!.writers.stepOne(number)
    takeTurn()
  }

  /// Advances the time at once, then carries out all jobs that are due.
  func passAtOnce(_ duration: Duration) {
    time.pass(duration)
    runUntilIdle()
  }

  func unplugSilently(_ device: FakeDevice) throws {
    tree.remove(device)
    try send("remove", device)
  }

  /// Whether the light was read since it was added, changed its range, or the machine resumed.
  func isRead(_ device: FakeDevice) -> Bool { core.lights[device.id]?.isRead == true }

  func isRecorded(_ device: FakeDevice) -> Bool { pendingRestore(of: device) != nil }

  func pendingRestore(of device: FakeDevice) -> PendingRestore? { restores.first { $0.light == device.id } }

  func claimCount(of device: FakeDevice) -> Int { lights.claims(on: device.id).count }
}
