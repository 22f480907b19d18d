import Brightness
import BrightnessModel
import Glibc
import Hardware
import RandomHistories

/// A step of a random history of three lights, numbered 0 to 2.
enum DaemonStep {
  case hold(Int, Rule, LightSelector, ChangePolicy, fade: Bool)
  case release(Int)
  case leaveSeat(Int)
  case takeSeat(Int)
  case move(Int, place: Double, ChangeSource)
  case moveSilently(place: Double)
  case set(Int, Level, fade: Bool)
  case unplug(Int)
  case plug(Int, maximum: Int, place: Double, underOtherName: Bool)
  case fault(Int, FaultyFiles.Fault?)
  case carryOut(Int)
  case pass(Duration)
  case resume
  case dieSoon(calls: Int)
  case die

  init(_ random: inout SeededRandom) {
    let light = random.number(below: 3)
    let place = Double(random.number(below: 1001)) / 1000
    switch random.number(below: 64) {
    case 0...10:
      self = .hold(
        random.number(below: 5),
        Rule(&random),
        LightSelector(&random),
        random.one(of: ChangePolicy.allCases),
        fade: random.oneIn(4)
      )
    case 11...18: self = .release(random.number(below: 5))
    case 19...21: self = .move(light, place: place, random.one(of: ChangeSource.allCases))
    case 22: self = .moveSilently(place: place)
    case 23...24: self = .set(light, Level(&random), fade: random.oneIn(3))
    case 25...26: self = .unplug(light)
    case 27...30:
      self = .plug(
        light,
        maximum: random.one(of: [3, 100, 255, 96_000]),
        place: place,
        underOtherName: random.oneIn(3)
      )
    case 31...32: self = .fault(light, random.one(of: Self.faults))
    case 33...34: self = .fault(light, nil)
    case 35...50: self = .carryOut(light)
    case 51...55: self = .pass(.milliseconds(random.one(of: [1, 33, 250, 1000, 5000, 60_000])))
    case 56: self = .resume
    case 57: self = .dieSoon(calls: random.number(below: 8))
    case 58...59: self = .leaveSeat(random.number(below: 5))
    case 60...61: self = .takeSeat(random.number(below: 5))
    default: self = .die
    }
  }

  private static let faults: [FaultyFiles.Fault] = [
    .code(EIO), .codeAfterTaking(EIO), .code(EBUSY), .code(EACCES), .code(ENODEV), .code(EROFS), .code(ETIMEDOUT),
    .code(EINVAL), .ignored, .rounded(7),
  ]
}

extension Rule {
  init(_ random: inout SeededRandom) {
    let share = percent(Double(random.number(below: 101)))
    self = random.one(of: [.exactly(share), .atLeast(share), .atMost(share), .scaled(share), .exactly(.all)])
  }
}

extension LightSelector {
  init(_ random: inout SeededRandom) {
    self = random.one(of: [.picture, .picture, .kind(.keyboard), .kind(.panel), .kind(.monitor)])
  }
}

extension Level {
  init(_ random: inout SeededRandom) {
    let share = percent(Double(random.number(below: 101)))
    self = random.one(of: [.share(share), .up(.share(percent(5))), .down(.raw(1)), .share(.all), .share(.nothing)])
  }
}
