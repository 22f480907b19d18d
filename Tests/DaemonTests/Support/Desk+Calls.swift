import Brightness
import Hardware
import HardwareTesting

@testable import Daemon

/// What is asked of the daemon.
extension Desk {
  @discardableResult
  func hold(
    _ session: Int,
    _ wish: Wish,
    of selector: LightSelector = .picture,
    _ onChange: ChangePolicy = .yield,
    fade: Duration? = nil
  ) -> Answers {
    let answers = beginHold(session, wish, of: selector, onChange, fade: fade)
    goOn()
    return answers
  }

  /// The same, with nothing carried out yet.
  @discardableResult
  func beginHold(
    _ session: Int,
    _ wish: Wish,
    of selector: LightSelector = .picture,
    _ onChange: ChangePolicy = .yield,
    fade: Duration? = nil
  ) -> Answers {
    let answers = Answers()
    let scene = ClaimedScene(owner(session), [Claim(wish, of: selector)], onChange: onChange)
    keeper.assumeIsolated { $0.claim(scene, fade: fade) { answers.note($0) } }
    return answers
  }

  func release(_ session: Int) {
    keeper.assumeIsolated { $0.release(owner(session)) }
    goOn()
  }

  @discardableResult
  func set(_ level: Level, of device: FakeDevice = Device.panel, fade: Duration? = nil) throws -> Answers {
    let answers = Answers()
    try keeper.assumeIsolated { keeper in
      _ = try keeper.set(device.id, to: level, fade: fade) { answers.note($0) }
    }
    goOn()
    return answers
  }

  func tryForSession() {
    keeper.assumeIsolated { $0.tryForSession() }
    goOn()
  }

  func settle() -> Answers {
    let answers = Answers()
    keeper.assumeIsolated { $0.settle { answers.note($0) } }
    goOn()
    return answers
  }
}

/// What a random history does, with nothing carried out that it does not say.
extension Desk {
  func carryOut(_ number: Int) {
    takeTurn()
    _ = running!.hands.stepOne(number)
    takeTurn()
  }

  /// Lets time pass at once, and everything be carried out that came due.
  func leap(_ duration: Duration) {
    time.pass(duration)
    goOn()
  }

  func beginSet(_ level: Level, of device: FakeDevice, fade: Duration?) throws {
    try keeper.assumeIsolated { keeper in _ = try keeper.set(device.id, to: level, fade: fade) { _ in } }
  }

  func unplugSilently(_ device: FakeDevice) throws {
    tree.remove(device)
    try send("remove", device)
  }

  func isMet(_ device: FakeDevice) -> Bool {
    keeper.assumeIsolated { $0.kept[device.id]?.isMet == true }
  }

  func owes(_ device: FakeDevice) -> Bool { debt(of: device) != nil }

  func debt(of device: FakeDevice) -> Debt? {
    debts.first { $0.light.description == device.id.description }
  }

  func claimCount(of device: FakeDevice) -> Int { lights.claims(on: device.id).count }
}
