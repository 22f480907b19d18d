import Glibc
import RandomHistories

/// Light in lux, a number for each tenth of a second, like the traces by which the policy was
/// compared with others.
public enum Traces {
  public static func office(_ noise: Double, seconds: Int, seed: UInt64 = 7) -> [Int] {
    var random = SeededRandom(seed: seed)
    return (0..<seconds * 10).map { _ in random.noisy(300, noise) }
  }

  public static func darkRoom(seconds: Int) -> [Int] {
    var random = SeededRandom(seed: 7)
    return (0..<seconds * 10).map { _ in random.one(of: [0, 0, 1, 1, 2]) }
  }

  /// A hand or a head before the sensor for one to four seconds, once a minute on average.
  public static func shadows(seconds: Int) -> [Int] {
    var random = SeededRandom(seed: 7)
    var left = 0
    var part = 1.0
    return (0..<seconds * 10).map { _ in
      if left > 0 {
        left -= 1
      } else if random.oneIn(600) {
        left = random.number(from: 10, to: 40)
        part = random.fraction(from: 0.35, to: 0.8)
      } else {
        part = 1
      }
      return random.noisy(300 * part, 0.04)
    }
  }

  /// Trees pass by in half a second to six seconds each.
  public static func train(seconds: Int) -> [Int] {
    var random = SeededRandom(seed: 7)
    var left = 0
    var light = 0.0
    return (0..<seconds * 10).map { _ in
      if left == 0 {
        left = random.number(from: 5, to: 60)
        light = exp(random.fraction(from: log(300), to: log(8000)))
      }
      left -= 1
      return random.noisy(light, 0.05)
    }
  }

  public static func clouds(seconds: Int) -> [Int] {
    var random = SeededRandom(seed: 7)
    var light = log(6000.0)
    var goal = light
    return (0..<seconds * 10).map { _ in
      if random.oneIn(1200) { goal = log(random.fraction(from: 1500, to: 25_000)) }
      light += (goal - light) * 0.004
      return random.noisy(exp(light), 0.03)
    }
  }

  public static func sunset(seconds: Int) -> [Int] {
    var random = SeededRandom(seed: 7)
    return (0..<seconds * 10).map { random.noisy(500 * exp(-6.2 * Double($0) / Double(seconds * 10)), 0.05) }
  }

  public static func square(halfPeriod tenths: Int, seconds: Int) -> [Int] {
    var random = SeededRandom(seed: 1)
    return (0..<seconds * 10).map { random.noisy($0 / tenths % 2 == 0 ? 5000 : 500, 0.03) }
  }

  /// The sensor says 0 for 2.5 s each ten minutes.
  public static func falseZeros(seconds: Int) -> [Int] {
    var random = SeededRandom(seed: 7)
    return (0..<seconds * 10).map { $0 % 6000 < 25 && $0 > 600 ? 0 : random.noisy(300, 0.03) }
  }

  public static func spikes(seconds: Int, seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    return (0..<seconds * 10).map { _ in
      random.number(below: 10) < 3 ? Int(exp(random.fraction(from: -2, to: 11))) : 100
    }
  }

  /// Light that rises or falls by more than half a stop as soon as the last step may be followed,
  /// which is the worst that a policy can meet.
  public static func stairs(seconds: Int, seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    var light = 1.0
    var trace: [Int] = []
    while trace.count < seconds * 10 {
      let isRising = random.oneIn(2)
      for _ in 0..<random.number(from: 3, to: 25) {
        light = min(max(isRising ? light * 1.55 : light / 1.55, 0.5), 150_000)
        let rest = isRising ? random.number(from: 31, to: 80) : random.number(from: 80, to: 160)
        trace += Array(repeating: Int(light.rounded()), count: rest)
      }
      if random.oneIn(2) {
        light = 1
        trace += Array(repeating: 1, count: 700)
      }
    }
    return Array(trace.prefix(seconds * 10))
  }

  /// Ten hours by a window from eight o'clock: the sun, clouds, a lamp from half past four, and
  /// shadows.
  public static func day(seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    var light = log(300.0)
    var goal = light
    var trace = (0..<360_000).map { tenth in
      let hour = 8 + Double(tenth) / 36_000
      let sun = max(0, sin((hour - 7) / 11.5 * .pi))
      if random.oneIn(3000) { goal = log(120 + 2500 * sun * random.fraction(from: 0.15, to: 1)) }
      light += (goal - light) * 0.002
      return max(0, (exp(light) + (hour > 16.5 ? 250 : 0)) * (1 + random.gauss(0.04)))
    }
    var tenth = random.number(from: 200, to: 1500)
    while tenth < trace.count {
      let part = random.fraction(from: 0.4, to: 0.85)
      for shaded in tenth..<min(tenth + random.number(from: 5, to: 40), trace.count) { trace[shaded] *= part }
      tenth += random.number(from: 200, to: 1500)
    }
    return trace.map { Int($0.rounded()) }
  }
}

extension SeededRandom {
  public mutating func number(from least: Int, to most: Int) -> Int { least + number(below: most - least + 1) }

  public mutating func fraction(from least: Double, to most: Double) -> Double {
    Double.random(in: least..<most, using: &self)
  }

  /// Nearly a normal distribution: the sum of twelve even ones.
  public mutating func gauss(_ deviation: Double) -> Double {
    ((0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }) * deviation
  }

  public mutating func noisy(_ value: Double, _ deviation: Double) -> Int {
    Int(max(0, (value * (1 + gauss(deviation))).rounded()))
  }
}
