import ControlAPI
import Glibc

/// The result of `set` on a light.
struct DropInTarget {
  let value: Level
  let light: Light
  var minimum: Int?
  var exponent: Double?

  var lowest: Int { Swift.min(minimum ?? 0, light.maximum) }

  /// The level to send to the daemon. It computes changes itself, so that concurrent ones add up; it does not know curves.
  var level: Level {
    let raw = estimate
    if raw < lowest { return .raw(lowest) }
    switch value {
    case .percent where exponent != nil, .changePercent where exponent != nil, .raw: return .raw(raw)
    case .percent, .changePercent: return value
    case .changeRaw(let steps): return .changeRaw(Swift.max(-light.maximum, Swift.min(steps, light.maximum)))
    }
  }

  /// The reading after the change, for `--pretend`.
  var reading: DropInReading {
    let floor = Swift.max((light.floor / 100 * Double(light.maximum)).nearestInteger, light.floor > 0 ? 1 : 0)
    let raw = Swift.max(estimate, lowest, minimum == 0 ? 0 : floor)
    return DropInReading(light.with(raw: raw), exponent)
  }

  /// The step, on a linear scale or on the curve of the call. A change is at least one step.
  private var estimate: Int {
    let now = light.baseRaw
    switch value {
    case .percent(let percent): return step(at: percent / 100)
    case .raw(let raw): return Swift.min(raw, light.maximum)
    case .changePercent(let change):
      let share = pow(Double(now) / Double(light.maximum), 1 / (exponent ?? 1))
      let goal = step(at: share + change / 100)
      return clamped(change > 0 ? Swift.max(goal, now + 1) : Swift.min(goal, now - 1))
    case .changeRaw(let change):
      return clamped(now + Swift.max(-light.maximum, Swift.min(change, light.maximum)))
    }
  }

  private func step(at share: Double) -> Int {
    clamped((pow(Swift.min(Swift.max(share, 0), 1), exponent ?? 1) * Double(light.maximum)).nearestInteger)
  }

  private func clamped(_ raw: Int) -> Int { Swift.min(Swift.max(raw, 0), light.maximum) }
}

/// The output of brightnessctl for a light.
struct DropInReading: Sendable {
  let light: Light
  let raw: Int
  /// A whole number, as scripts expect; 0 only for a light that is off.
  let percent: Int

  /// Of the target, or of the base level.
  init(_ light: Light, _ exponent: Double?, isBase: Bool = false) {
    self.light = light
    raw = isBase ? light.baseRaw : light.raw
    let curve = exponent.map { pow(Double(isBase ? light.baseRaw : light.raw) / Double(light.maximum), 1 / $0) * 100 }
    percent = Swift.max((curve ?? (isBase ? light.base : light.level)).nearestInteger, raw > 0 ? 1 : 0)
  }

  /// The output for people, which ends with an empty line.
  var lines: [String] {
    [
      "Device '\(light.kernelName)' of class '\(light.subsystem)':", "\tCurrent brightness: \(raw) (\(percent)%)",
      "\tMax brightness: \(light.maximum)", "",
    ]
  }

  var line: String { "\(light.kernelName),\(light.subsystem),\(raw),\(percent)%,\(light.maximum)" }
}

extension Light {
  func with(raw: Int) -> Light {
    var light = self
    let share = Double(raw) / Double(maximum) * 100
    (light.raw, light.baseRaw, light.level, light.base) = (raw, raw, share, share)
    return light
  }
}
