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
