import RandomHistories

@testable import Brightness

enum LightsStep {
  case claim(ClaimedScene)
  case release(ClaimOwner)
  case cover(ClaimOwner)
  case uncover(ClaimOwner)
  case suspend(SessionID)
  case resume(SessionID)
  case move(LightID, Double)
  case set(LightID, Level, allowOff: Bool)
  case unplug(LightID)
  case plug(LightID, LightRange, Double?)
  case write(LightID, succeeds: Bool, takesEffect: Bool)
  case crash

  init(_ random: inout SeededRandom) {
    let light = random.one(of: [panel, monitor, keyboard])
    let owner = owner(random.number(below: 5), random.number(below: 2))
    let place = Double(random.number(below: 101)) / 100
    switch random.number(below: 43) {
    case 0...9: self = .claim(ClaimedScene(&random, owner))
    case 10...16: self = .release(owner)
    case 17: self = .cover(owner)
    case 18...19: self = .uncover(owner)
    case 20...22: self = .move(light, place)
    case 23...25: self = .set(light, random.level(), allowOff: random.oneIn(3))
    case 26: self = .unplug(light)
    case 27...28: self = .plug(light, random.range(of: light), random.oneIn(2) ? place : nil)
    case 29: self = .crash
    case 30: self = .suspend(owner.session)
    case 31...32: self = .resume(owner.session)
    default: self = .write(light, succeeds: !random.oneIn(4), takesEffect: random.oneIn(2))
    }
  }
}

extension ClaimedScene {
  init(_ random: inout SeededRandom, _ owner: ClaimOwner) {
    let selectors: [LightSelector] = [.picture, .kind(.keyboard), .kind(.panel), .light(monitor)]
    let claims = (0...random.number(below: 3)).map { _ in Claim(random.wish(), of: random.one(of: selectors)) }
    self.init(
      owner,
      claims,
      priority: random.one(of: Priority.allCases),
      onChange: random.one(of: ChangePolicy.allCases)
    )
  }
}

extension LightID {
  var kind: LightKind { self == panel ? .panel : self == monitor ? .monitor : .keyboard }
}

extension SeededRandom {
  mutating func level() -> Level {
    let share = percent(Double(number(below: 101)))
    return one(of: [
      .share(share), .raw(number(below: 9)), .up(.share(share)), .down(.raw(1)), .share(.all), .share(.nothing),
    ])
  }

  mutating func range(of light: LightID) -> LightRange {
    BrightnessTests.range(one(of: [3, 100, 255, 96000]), light.kind, one(of: Scale.allCases))
  }
}

struct Hardware {
  var range: LightRange
  var raw: Int
  var isOurs = false
  var isPresent = false
  var pending: Int?
  var isExpected = false
}

struct ModelScene {
  let scene: ClaimedScene
  let appearance: Int
  var isCovered = false
  var aside: Set<LightID> = []
}

struct LightsWorld {
  var lights = Lights()
  var hardware: [LightID: Hardware] = [:]
  var scenes: [ClaimOwner: ModelScene] = [:]
  var bases: [LightID: OwedBase] = [:]
  var records: [LightID: OwedBase] = [:]
  var suspended: Set<SessionID> = []
  var appearances = 0
  var broken: String?

  init() {
    for light in [panel, monitor, keyboard] {
      hardware[light] = Hardware(range: range(100, light.kind), raw: 60)
      plug(light, range(100, light.kind), 0.6)
    }
  }

  mutating func take(_ step: LightsStep) {
    switch step {
    case .claim(let scene): claim(scene)
    case .release(let owner): release(owner)
    case .cover(let owner): cover(owner, true)
    case .uncover(let owner): cover(owner, false)
    case .suspend(let session): suspend(session, true)
    case .resume(let session): suspend(session, false)
    case .move(let light, let place): move(light, place)
    case .set(let light, let level, let allowOff): set(light, level, allowOff)
    case .unplug(let light): unplug(light)
    case .plug(let light, let range, let place): plug(light, range, place)
    case .write(let light, let succeeds, let takesEffect): write(light, succeeds, takesEffect)
    case .crash: crash()
    }
    check()
  }

  mutating func bringToRest() {
    for owner in scenes.keys { release(owner) }
    for light in hardware.keys {
      if hardware[light]?.isPresent == false, let range = hardware[light]?.range { plug(light, range, nil) }
      write(light, true, true)
    }
    check()
    for (light, hardware) in hardware {
      let base = lights[light]?.base
      let expected = [base?.target(in: hardware.range).raw, base?.setting.raw]
      if !expected.contains(hardware.raw) { broken = "\(light) rests at \(hardware.raw), not at \(expected)" }
      if lights[light]?.standing != .free { broken = "\(light) rests \(String(describing: lights[light]))" }
    }
  }
}
