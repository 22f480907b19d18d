import ControlAPI
import Glibc

/// Where a value leads on a light.
struct DropInAim {
  private let value: DropInValue
  private let light: LightsInterface.Light
  private let minimum: Int?
  private let exponent: Double?

  init(_ value: DropInValue, from light: LightsInterface.Light, minimum: Int? = nil, exponent: Double? = nil) {
    self.value = value
    self.light = light
    self.minimum = minimum
    self.exponent = exponent
  }

  /// The least that was asked for.
  var lowest: Int { Swift.min(minimum ?? 0, light.maximum) }

  /// What the daemon is asked for. Steps are left to it, so that none is lost where two come at once; a curve it does not know.
  var level: LightsInterface.Level {
    let raw = estimate
    if raw < lowest { return .raw(lowest) }
    switch (value.amount, value.direction) {
    case (.percent, _) where exponent != nil: return .raw(raw)
    case (.percent(let percent), nil): return .percent(percent)
    case (.percent(let percent), .up): return .changePercent(percent)
    case (.percent(let percent), .down): return .changePercent(-percent)
    case (.raw, nil): return .raw(raw)
    case (.raw(let steps), .up): return .changeRaw(Swift.min(steps, light.maximum))
    case (.raw(let steps), .down): return .changeRaw(-Swift.min(steps, light.maximum))
    }
  }

  /// What would be said if it were done.
  var reading: DropInReading {
    let floor = Swift.max(Int((light.floor / 100 * Double(light.maximum)).rounded()), light.floor > 0 ? 1 : 0)
    let raw = Swift.max(estimate, lowest, minimum == 0 ? 0 : floor)
    return DropInReading(of: light.supposedly(at: raw), exponent)
  }

  /// The step that a value leads to where a share is one of the steps, or of the curve that was asked for.
  private var estimate: Int {
    let now = light.baseRaw
    let goal: Double
    switch value.amount {
    case .percent(let percent):
      goal = steps(atShare: value.direction.map { share + sign($0) * percent / 100 } ?? percent / 100)
    case .raw(let raw): goal = value.direction.map { Double(now) + sign($0) * Double(raw) } ?? Double(raw)
    }
    let raw = Int(Swift.min(Swift.max(goal.rounded(), 0), Double(light.maximum)))
    switch value.direction {
    case nil: return raw
    case .up: return Swift.min(Swift.max(raw, now + 1), light.maximum)
    case .down: return Swift.max(Swift.min(raw, now - 1), 0)
    }
  }

  private var share: Double { pow(Double(light.baseRaw) / Double(light.maximum), 1 / (exponent ?? 1)) }

  private func steps(atShare share: Double) -> Double {
    pow(Swift.min(Swift.max(share, 0), 1), exponent ?? 1) * Double(light.maximum)
  }

  private func sign(_ direction: DropInValue.Direction) -> Double { direction == .up ? 1 : -1 }
}

/// What brightnessctl says of a light.
struct DropInReading: Sendable, Hashable {
  let name: String
  let subsystem: String
  let raw: Int
  let maximum: Int
  /// In whole numbers, which is what those that read it understand; a light that is not off is never at 0.
  let percent: Int

  /// What the light shows.
  init(of light: LightsInterface.Light, _ exponent: Double?) {
    self.init(light, light.raw, light.level, exponent)
  }

  /// What the person wants of it.
  init(ofBaseOf light: LightsInterface.Light, _ exponent: Double?) {
    self.init(light, light.baseRaw, light.base, exponent)
  }

  private init(_ light: LightsInterface.Light, _ raw: Int, _ percent: Double, _ exponent: Double?) {
    name = light.kernelName
    subsystem = light.subsystem
    self.raw = raw
    maximum = light.maximum
    let shown = exponent.map { pow(Double(raw) / Double(light.maximum), 1 / $0) * 100 } ?? percent
    self.percent = Swift.max(Int(shown.rounded()), raw > 0 ? 1 : 0)
  }

  /// For people; an empty line ends it.
  var lines: [String] {
    [
      "Device '\(name)' of class '\(subsystem)':", "\tCurrent brightness: \(raw) (\(percent)%)",
      "\tMax brightness: \(maximum)", "",
    ]
  }

  /// For programs.
  var inOneLine: String { "\(name),\(subsystem),\(raw),\(percent)%,\(maximum)" }
}

extension LightsInterface.Light {
  /// The light as it would be at one of its steps.
  func supposedly(at raw: Int) -> LightsInterface.Light {
    var light = self
    let share = Double(raw) / Double(maximum) * 100
    (light.raw, light.baseRaw, light.level, light.base) = (raw, raw, share, share)
    return light
  }
}
