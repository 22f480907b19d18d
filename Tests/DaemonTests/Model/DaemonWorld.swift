import BrightnessModel
import Daemon
import Hardware
import HardwareTesting

@testable import Brightness

/// The expected state of three lights, beside a daemon that controls them.
struct DaemonWorld {
  struct Expected {
    /// The devices that this light has been, the second under another name in the same place.
    let variants: [FakeDevice]
    var device: FakeDevice
    var isPlugged = true
    /// The user's level; nil until it is read.
    var base: RecordedBase?
    /// Whether the light may show a level of ours.
    var isOurs = false
    /// Whether the light was connected or changed without an event since the last record, so that
    /// its level may be the base too.
    var isUncertain = false
    /// The record at the user's last change, which it does not include, even if the level is the
    /// same.
    var formerRestore: PendingRestore?
    /// The level from which a fade leads to the user's.
    var fadeStart: Int?
    /// The level of that fade when the driver started to report success without any effect.
    var fadeStop: Int?
    /// The levels that we tried to write since the user's change.
    var attempted: Set<Int> = []
  }

  struct Scene {
    let rule: Rule
    let selector: LightSelector
    let onChange: ChangePolicy
    let appearance: Int
    var yielded: Set<Int> = []
  }

  let daemon: TestDaemon
  var expected: [Expected]
  var scenes: [Int: Scene] = [:]
  var suspended: Set<Int> = []
  var appearances = 0
  var violation: String?

  init() throws {
    let other = FakeDevice.backlight("panel1", in: "devices/platform/a")
    let variants = [[Device.panel, other], [Device.monitor], [Device.keyboard]]
    expected = variants.map { Expected(variants: $0, device: $0[0]) }
    daemon = try TestDaemon(expected.map(\.device))
    readAll()
  }

  mutating func take(_ step: DaemonStep) throws {
    switch step {
    case .hold(let session, let rule, let selector, let onChange, let fade):
      hold(session, Scene(rule: rule, selector: selector, onChange: onChange, appearance: appearances), fade: fade)
    case .release(let session):
      scenes[session] = nil
      daemon.release(silently: session)
    case .leaveSeat(let session): suspend(session, true)
    case .takeSeat(let session): suspend(session, false)
    case .move(let light, let place, let source): try move(light, place, source)
    case .moveSilently(let place): try moveSilently(place)
    case .set(let light, let level, let fade): try set(light, level, fade)
    case .unplug(let light): try unplug(light)
    case .plug(let light, let maximum, let place, let underOtherName): try plug(light, maximum, place, underOtherName)
    case .fault(let light, let fault):
      if fault == .ignored { noteFadeStop(light) }
      for device in expected[light].variants { daemon.files.fail(device.name, fault) }
    case .carryOut(let light): daemon.carryOut(light)
    case .pass(let duration): daemon.passAtOnce(duration)
    case .resume: daemon.handle(.resumed)
    case .dieSoon(let calls): daemon.files.die(after: calls)
    case .die: try die()
    }
    if daemon.files.isDead { try die() }
    check()
  }

  /// Ends all holds and faults, plugs all lights in, and lets time pass.
  mutating func bringToRest() throws {
    daemon.files.die(after: .max)
    for light in expected.indices { try take(.fault(light, nil)) }
    for session in scenes.keys.sorted() { try take(.release(session)) }
    for light in expected.indices where !expected[light].isPlugged {
      try plug(light, expected[light].device.number("max_brightness"), 0.5, false)
    }
    // A light with an event is retried at once, the others once a minute.
    for light in expected.indices {
      try daemon.send("change", expected[light].device)
      try setAgain(light)
    }
    for _ in 1...3 { daemon.passAtOnce(.seconds(60)) }
    check()
    for light in expected.indices where violation == nil { checkRest(light) }
    if violation == nil, !daemon.restores.isEmpty { violation = "\(daemon.restores) are pending at rest" }
    if violation == nil, !daemon.isIdle { violation = "something is under way at rest" }
  }

  /// A user's level that could not be written is not retried for ever, unless it is set again.
  private mutating func setAgain(_ light: Int) throws {
    daemon.runUntilIdle()
    let device = expected[light].device
    guard daemon.fault(of: device) != nil, !daemon.isRecorded(device), let base = daemon.lights[device.id]?.base else {
      return
    }
    try set(light, .raw(base.setting.raw == 1 ? 2 : 1), false)
  }

  private mutating func checkRest(_ light: Int) {
    let device = expected[light].device
    guard let view = daemon.lights[device.id], let base = expected[light].base else {
      violation = "\(device.name) is not known at rest"
      return
    }
    let level = daemon.level(device) ?? -1
    if view.state != .free { violation = "\(device.name) rests as \(view.state)" }
    guard !expected[light].isUncertain, !isBase(level, base, of: light) else { return }
    violation = "\(device.name) rests at \(level), not at \(base.text)"
  }

  /// Whether a level follows from a light's base: itself, raised to the floor, rounded by the
  /// hardware, or where a fade to it was stopped.
  func isBase(_ level: Int, _ base: RecordedBase, of light: Int) -> Bool {
    let target = base.base.target(in: base.range).raw
    if [base.base.setting.raw, target, target / 7 * 7].contains(level) { return true }
    return level == expected[light].fadeStop
  }
}
