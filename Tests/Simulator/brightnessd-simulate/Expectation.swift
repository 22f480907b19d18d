import BrightnessModel

/// A scene as the model knows it.
struct ModelScene {
  let number: Int
  let plan: ScenePlan
  /// The number of its appearance among all; nil while it has not appeared.
  var appearance: Int?
  var since: Int64 = 0
  /// The lights where it yielded to the user.
  var yielded: Set<Int> = []
  /// The lights where it may have yielded, or not: the user's change coincided with something else.
  var mayHaveYielded: Set<Int> = []
  /// Whether the daemon has rested since it appeared, so that its lights were read.
  var isSettled = false

  mutating func appear(_ number: Int, at now: Int64) {
    appearance = number
    since = now
    isSettled = false
    yielded = []
    mayHaveYielded = []
  }

  mutating func yield(on light: Int) {
    yielded.insert(light)
    mayHaveYielded.remove(light)
  }

  /// When it expires, if it does.
  var deadline: Int64? {
    guard appearance != nil, let milliseconds = plan.expires else { return nil }
    return since + Int64(milliseconds) * 1_000_000
  }
}

extension ScenePlan.Claim {
  func covers(_ light: SimulatedLight, number: Int) -> Bool {
    switch target {
    case .pictures: light.showsPicture
    case .kind(let kind): light.kind == kind
    case .light(let other): SimulatedLight.isOne(other, number)
    }
  }
}

extension ScenePlan {
  func covers(_ light: SimulatedLight, number: Int) -> Bool { claims.contains { $0.covers(light, number: number) } }
}

/// The level that a light must show, written anew from the guarantees: the user's level, moved by
/// each claim that counts, lower priorities and earlier appearances first, and never below the
/// floor. Exact without claims; to a step with them, since it counts with floating point numbers.
struct Expectation {
  let levels: ClosedRange<Int>

  init(of light: SimulatedLight, _ claims: [ScenePlan.Claim]) {
    let rest = max(light.base, light.floor)
    var share = max(light.share, light.showsPicture ? 0.01 : 0)
    var isMoved = false
    for claim in claims {
      let wanted = Double(claim.percent) / 100
      let moved =
        switch claim.rule {
        case .exactly: wanted
        case .atLeast: wanted == 1 ? 1 : max(share, wanted)
        case .atMost: wanted == 0 ? 0 : min(share, wanted)
        case .scaled: share * wanted
        }
      let decides =
        claim.rule == .exactly || claim.rule == .atLeast && wanted == 1 || claim.rule == .atMost && wanted == 0
      isMoved = isMoved || moved != share || decides || claim.rule == .scaled && wanted != 1
      share = moved
    }
    guard isMoved else {
      // A level below the floor that the light had by itself is not touched.
      levels = min(light.base, rest)...rest
      return
    }
    let nearest = Int((share * Double(light.maximum)).rounded())
    levels = max(light.floor, nearest - 1)...max(light.floor, min(light.maximum, nearest + 1))
  }
}
