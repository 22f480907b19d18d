import BrightnessModel

/// What a program makes of the readings of a light sensor.
protocol Policy: AnyObject, SendableMetatype {
  static var title: String { get }
  init()
  /// The readings so far.
  var readings: Int { get }
  /// The levels that it has set, and when, in seconds.
  var changes: [Change] { get }
  /// A tenth of a second passes; `sense` reads the sensor, in lux.
  func step(at second: Double, sense: () -> Double)
}

struct Change {
  let second: Double
  /// From 0 to 1.
  let level: Double
}

/// What the models have in common: a pace, and levels that count as changes from one point on.
class ModelledPolicy {
  private(set) var readings = 0
  private(set) var changes: [Change] = []
  private var next = 0.0

  required init() {}

  /// A reading, if one is due.
  func reading(at second: Double, each pace: Double, _ sense: () -> Double) -> Double? {
    guard second + 1e-9 >= next else { return nil }
    next = second + pace
    readings += 1
    return sense()
  }

  func set(_ level: Double, at second: Double) {
    if let last = changes.last, abs(last.level - level) < 0.01 { return }
    changes.append(Change(second: second, level: level))
  }

  /// The curve that all have here, so that only their policies differ.
  func curve(_ lux: Double) -> Double {
    AmbientCurve.usual.share(at: AmbientLight(Illuminance(millilux: Int(min(lux, 200_000) * 1000)))).percent / 100
  }
}
