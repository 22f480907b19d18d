import Daemon
import Hardware
import HardwareTesting

@testable import Brightness

/// What a person would expect of three lights, beside a daemon that keeps them.
struct KeeperWorld {
  struct Expected {
    /// The devices that this light has been, the second under another name in the same place.
    let variants: [FakeDevice]
    var device: FakeDevice
    var isPlugged = true
    /// What the person had; none while that is only to be read.
    var base: OwedBase?
    /// Whether the light may show what is not the person's.
    var isOurs = false
    /// Whether the light came or moved unheard since anything was recorded, so that what it shows may be the base too.
    var isLoose = false
    /// What was on record when the person chose last: it says nothing of that choice, even if the level is the same.
    var formerDebt: Debt?
    /// From where a fade leads to what the person has.
    var fadeStart: Int?
    /// Where that fade was when the driver began to take nothing and to say that all is well, as one would that rounds.
    var fadeStop: Int?
    /// The levels that we have tried to give it since it was the person's.
    var tried: Set<Int> = []
  }

  struct Scene {
    let wish: Wish
    let selector: LightSelector
    let onChange: ChangePolicy
    let appearance: Int
    var aside: Set<Int> = []
  }

  let desk: Desk
  var expected: [Expected]
  var scenes: [Int: Scene] = [:]
  var suspended: Set<Int> = []
  var appearances = 0
  var broken: String?

  init() throws {
    let other = FakeDevice.backlight("panel1", in: "devices/platform/a")
    let variants = [[Device.panel, other], [Device.monitor], [Device.keyboard]]
    expected = variants.map { Expected(variants: $0, device: $0[0]) }
    desk = try Desk(expected.map(\.device))
    readAll()
  }

  mutating func take(_ step: KeeperStep) throws {
    switch step {
    case .hold(let session, let wish, let selector, let onChange, let fade):
      hold(session, Scene(wish: wish, selector: selector, onChange: onChange, appearance: appearances), fade: fade)
    case .release(let session):
      scenes[session] = nil
      desk.keeper.assumeIsolated { $0.release(owner(session)) }
    case .leaveSeat(let session): suspend(session, true)
    case .takeSeat(let session): suspend(session, false)
    case .move(let light, let place, let source): try move(light, place, source)
    case .moveInSilence(let place): try moveInSilence(place)
    case .set(let light, let level, let fade): try set(light, level, fade)
    case .unplug(let light): try unplug(light)
    case .plug(let light, let maximum, let place, let asOther): try plug(light, maximum, place, asOther)
    case .fault(let light, let fault):
      if fault == .ignored { noteFadeStop(light) }
      for device in expected[light].variants { desk.files.fail(device.name, fault) }
    case .carryOut(let light): desk.carryOut(light)
    case .pass(let duration): desk.leap(duration)
    case .resume: desk.keeper.assumeIsolated { $0.resume() }
    case .dieSoon(let calls): desk.files.die(after: calls)
    case .die: try die()
    }
    if desk.files.isDead { try die() }
    check()
  }

  /// Everybody lets go, everything is healed and plugged in, and time passes.
  mutating func bringToRest() throws {
    desk.files.die(after: .max)
    for light in expected.indices { try take(.fault(light, nil)) }
    for session in scenes.keys.sorted() { try take(.release(session)) }
    for light in expected.indices where !expected[light].isPlugged {
      try plug(light, expected[light].device.number("max_brightness"), 0.5, false)
    }
    // What came back by itself says so, and is tried at once; the rest is tried once a minute.
    for light in expected.indices {
      try desk.send("change", expected[light].device)
      try orderAgain(light)
    }
    for _ in 1...3 { desk.leap(.seconds(60)) }
    check()
    for light in expected.indices where broken == nil { checkRest(light) }
    if broken == nil, !desk.debts.isEmpty { broken = "\(desk.debts) are owed at rest" }
    if broken == nil, !desk.isIdle { broken = "something is under way at rest" }
  }

  /// What the person chose and could not be written is not tried for ever, unless they choose again.
  private mutating func orderAgain(_ light: Int) throws {
    desk.goOn()
    let device = expected[light].device
    guard desk.trouble(of: device) != nil, !desk.owes(device), let base = desk.lights[device.id]?.base else { return }
    try set(light, .raw(base.setting.raw == 1 ? 2 : 1), false)
  }

  private mutating func checkRest(_ light: Int) {
    let device = expected[light].device
    guard let view = desk.lights[device.id], let base = expected[light].base else {
      broken = "\(device.name) is not known at rest"
      return
    }
    let level = desk.level(device) ?? -1
    if view.standing != .free { broken = "\(device.name) rests as \(view.standing)" }
    guard !expected[light].isLoose, !isBase(level, base, of: light) else { return }
    broken = "\(device.name) rests at \(level), not at \(base.words)"
  }

  /// Whether a level is what becomes of a light's base: itself, lifted to the floor, rounded by the hardware, or where a fade to
  /// it was let stop.
  func isBase(_ level: Int, _ base: OwedBase, of light: Int) -> Bool {
    let target = base.base.target(in: base.range).raw
    if [base.base.setting.raw, target, target / 7 * 7].contains(level) { return true }
    return level == expected[light].fadeStop
  }
}
