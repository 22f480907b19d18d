import BrightnessModel

let maxima = [1, 2, 3, 7, 15, 99, 100, 255, 496, 704, 1060, 19200, 65535, 96000, 2_147_483_647]

func range(_ maximum: Int, _ kind: LightKind = .panel, _ scale: Scale = .linear) -> LightRange {
  LightRange(maximum: maximum, scale: scale, kind: kind)!
}

func ranges(_ kinds: [LightKind] = LightKind.allCases) -> [LightRange] {
  maxima.flatMap { maximum in
    Scale.allCases.flatMap { scale in kinds.map { range(maximum, $0, scale) } }
  }
}

/// Every raw value of a small range; of a large one those at its ends and a sample of the others.
func rawValues(of range: LightRange) -> [Int] {
  if range.maximum <= 1100 { return Array(0...range.maximum) }
  let between = (1...997).map { $0 * (range.maximum / 998) }
  return Set(Array(0...300) + between + Array(range.maximum - 300...range.maximum)).sorted()
}

func percent(_ percent: Double) -> Share {
  (try? Share(percent: percent)) ?? .nothing
}

extension Rule {
  static func at(_ number: Double) -> Rule { .exactly(percent(number)) }
}
