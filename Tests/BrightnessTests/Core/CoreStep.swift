import BrightnessModel
import RandomHistories

@testable import Brightness

/// A step of a random history of the core and the hardware; sessions and scenes are indices into
/// the existing ones.
enum CoreStep: Hashable, Sendable {
  case open(UInt32)
  case end(Int)
  /// By another client.
  case cancel(Int)
  case reset
  case push(Int, SceneRequest)
  case hold(Int, SceneRequest)
  /// Another call behind the one that is open.
  case nextCall(Int)
  case appear(SceneKey)
  case disappear(SceneKey)
  case pop(SceneKey)
  case wait(Int)
  case seat(UInt32?, among: Set<UInt32>)
  case move(LightID, Double)
  case set(LightID, Level, allowOff: Bool)
  case unplug(LightID)
  /// With another range and level, or as before.
  case plug(LightID, LightRange, Double?)
  case write(LightID, succeeds: Bool, takesEffect: Bool)
  /// The light cannot even be read.
  case refuse(LightID)
  /// Whether records can be written from now on: a hold that needs another one fails.
  case disk(isFull: Bool)
  /// The next daemon has the records of lights, and may have those of sessions.
  case crash(restoresSessions: Bool)

  init(_ random: inout SeededRandom) {
    let session = random.number(below: 4)
    let key = key(session, random.number(below: 6))
    let light = random.one(of: CoreWorld.lights)
    let place = Double(random.number(below: 101)) / 100
    switch random.number(below: 60) {
    case 0..<3: self = .open(UInt32(random.number(below: 3)))
    case 3: self = random.one(of: [.end(session), .cancel(session), .nextCall(session), .reset])
    case 4..<9: self = .push(session, random.scene())
    case 9..<11: self = .hold(session, random.scene())
    case 11..<22: self = .appear(key)
    case 22..<26: self = .disappear(key)
    case 26: self = .pop(key)
    case 27..<29: self = .wait(1 + random.number(below: 3))
    case 29..<31: self = .seat(&random)
    case 31..<35: self = .move(light, place)
    case 35..<39: self = .set(light, random.level(), allowOff: random.oneIn(3))
    case 39: self = .unplug(light)
    case 40..<43: self = .plug(light, random.range(of: light), random.oneIn(2) ? place : nil)
    case 43: self = .crash(restoresSessions: random.oneIn(2))
    case 44..<46: self = .refuse(light)
    case 46..<48: self = .disk(isFull: random.oneIn(2))
    default: self = .write(light, succeeds: !random.oneIn(4), takesEffect: random.oneIn(2))
    }
  }

  private static func seat(_ random: inout SeededRandom) -> CoreStep {
    let users = Set((0..<3).filter { _ in random.oneIn(2) }.map { UInt32($0) })
    return .seat(random.oneIn(3) ? nil : UInt32(random.number(below: 3)), among: users)
  }
}

extension SeededRandom {
  mutating func scene() -> SceneRequest {
    let selectors: [LightSelector] = [
      .picture, .kind(.keyboard), .kind(.panel), .light(monitor), .light(CoreWorld.leds[1]),
    ]
    // Often the level that lights show at first, for which nothing has to be written.
    let claims = (0...number(below: 3)).map { _ in
      Claim(oneIn(4) ? .exactly(percent(60)) : rule(), of: one(of: selectors))
    }
    let priority = one(of: Priority.allCases)
    let policy = one(of: ChangePolicy.allCases)
    let expires: Duration? = oneIn(3) ? .seconds(1 + number(below: 5)) : nil
    let scene = try? SceneRequest(claims: claims, priority: priority, onChange: policy, expires: expires)
    guard let scene else { preconditionFailure("a random scene keeps to the limits") }
    return scene
  }

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

extension LightID {
  var kind: LightKind { self == panel ? .panel : self == monitor ? .monitor : .keyboard }
}
