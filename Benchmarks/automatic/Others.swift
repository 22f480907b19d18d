import Glibc

// Models of what other programs do, after a reading of their sources in the versions that their
// titles name. They are no measure of the programs themselves: noise of real sensors, filters of
// their drivers, and what a desktop does beside are missing.

/// The pace of iio-sensor-proxy 3.9, which reads the sensor for desktops, unless the driver gives
/// an `integration_time` (drv-iio-poll-light.c).
private let sensorProxyPace = 0.8

/// src/workspace.cpp of KWin 6.7.4: a reading that differs by more than a fifth from the one at
/// the last change is applied if it still does two seconds later.
final class KWin: ModelledPolicy, Policy {
  static let title = "KWin 6.7"
  private var applied: Double?
  private var now = 0.0
  private var deadline: Double?

  private var isFar: Bool {
    guard let applied else { return true }
    return applied == 0 ? now > 0 : !(0.8...1.2).contains(now / applied)
  }

  func step(at second: Double, sense: () -> Double) {
    let reading = reading(at: second, each: sensorProxyPace, sense)
    if let reading { now = reading }
    if let end = deadline, second >= end {
      deadline = nil
      if isFar { apply(at: second) }
    }
    guard reading != nil, deadline == nil else { return }
    if applied == nil { apply(at: second) } else if isFar { deadline = second + 2 }
  }

  private func apply(at second: Double) {
    applied = now
    set(curve(now), at: second)
  }
}

/// gsd-power-manager.c of gnome-settings-daemon 51.alpha: a low pass of 0.1 Hz over lux as a part
/// of one and a half times the lux at the last normalisation.
final class Gnome: ModelledPolicy, Policy {
  static let title = "GNOME 49"
  private var full: Double?
  private var filtered = 2.0 / 3
  private var last: Double?

  func step(at second: Double, sense: () -> Double) {
    guard let lux = reading(at: second, each: sensorProxyPace, sense), lux > 0 else { return }
    let full = full ?? lux * 1.5
    self.full = full
    let weight = last.map { 1 / (1 + 1 / (2 * .pi * 0.1) / (second - $0)) } ?? 0
    last = second
    filtered += weight * (min(1, lux / full) - filtered)
    set(filtered, at: second)
  }
}

/// AutomaticBrightnessController.java, with the 300 ms of its usual configuration: weighted means
/// of two and of ten seconds beyond a threshold, and readings that stay beyond it for four seconds
/// upwards and eight downwards.
final class Android: ModelledPolicy, Policy {
  static let title = "Android"
  private var samples: [(second: Double, lux: Double)] = []
  private var ambient: Double?

  func step(at second: Double, sense: () -> Double) {
    guard let lux = reading(at: second, each: 0.3, sense) else { return }
    samples.append((second, lux))
    while samples.count > 1, samples[1].second <= second - 10 { samples.removeFirst() }
    guard let ambient else { return apply(mean(of: 2, at: second), at: second) }
    let (fast, slow) = (mean(of: 2, at: second), mean(of: 10, at: second))
    let (upper, lower) = (ambient * 1.1, ambient * 0.8)
    let isBrighter = min(fast, slow) >= upper && stands(4, at: second) { $0 > upper }
    let isDarker = max(fast, slow) <= lower && stands(8, at: second) { $0 < lower }
    if isBrighter || isDarker { apply(fast, at: second) }
  }

  /// Whether all readings of the last seconds fulfil a condition.
  private func stands(_ seconds: Double, at now: Double, _ condition: (Double) -> Bool) -> Bool {
    let run = samples.reversed().prefix { condition($0.lux) }
    return run.last.map { $0.second + seconds <= now } ?? false
  }

  /// Newer readings weigh more, and the last one is taken to hold for another tenth of a second.
  private func mean(of horizon: Double, at now: Double) -> Double {
    let start = now - horizon
    let first = samples.lastIndex { $0.second <= start } ?? 0
    func weight(_ time: Double) -> Double { time * (time / 2 + 10) }
    var (sum, weights, end) = (0.0, 0.0, 0.1)
    for sample in samples[first...].reversed() {
      let begin = max(sample.second, start) - now
      let part = weight(end) - weight(begin)
      (sum, weights, end) = (sum + sample.lux * part, weights + part, begin)
    }
    return sum / weights
  }

  private func apply(_ lux: Double, at second: Double) {
    ambient = lux
    set(curve(lux), at: second)
  }
}

/// wluma, sources of October 2025: there is a profile for each of six ranges of lux. Another one
/// applies when fifteen readings in a row, ten a second, were in its range.
final class Wluma: ModelledPolicy, Policy {
  static let title = "wluma 2025-10"
  private static let bounds = [0.0, 20, 80, 250, 500, 800]
  private static let middles = [5.0, 45, 150, 350, 630, 2000]
  private var profile: Int?
  private var candidate = 0
  private var count = 0

  func step(at second: Double, sense: () -> Double) {
    guard let lux = reading(at: second, each: 0.1, sense) else { return }
    let found = Self.bounds.lastIndex { $0 <= lux } ?? 0
    count = found == candidate ? count + 1 : 0
    candidate = found
    guard found != profile, profile == nil || count >= 15 else { return }
    profile = found
    set(curve(Self.middles[found]), at: second)
  }
}

/// powerd, ambient_light_handler.cc and docs/screen_brightness.md of platform2/power_manager: seven
/// levels with overlapping bounds, a smoothed reading each second, and two in a row.
final class Powerd: ModelledPolicy, Policy {
  static let title = "powerd 7 levels"
  /// The level, the lux below which the one before it applies, and that above which the next does.
  private static let levels: [(level: Double, down: Double, up: Double)] = [
    (0.36, -1, 90), (0.48, 40, 250), (0.61, 180, 360), (0.72, 250, 500), (0.86, 350, 1700), (0.93, 1100, 7000),
    (1, 5000, .infinity),
  ]
  private var smoothed: Double?
  private var place = 0
  private var reference = -1.0
  private var direction = 0
  private var count = 0

  func step(at second: Double, sense: () -> Double) {
    guard let lux = reading(at: second, each: 1, sense) else { return }
    let isFirst = smoothed == nil
    smoothed = smoothed.map { 0.6 * lux + 0.4 * $0 } ?? lux
    let now = (smoothed ?? 0).rounded()
    let moved = now > reference ? 1 : now < reference ? -1 : 0
    var found = place
    if moved > 0 { while now >= Self.levels[found].up { found += 1 } }
    if moved < 0 { while now <= Self.levels[found].down { found -= 1 } }
    if isFirst { return take(found, now, at: second) }
    count = moved == direction ? count : 0
    direction = moved
    guard moved != 0, found != place else { return }
    count += 1
    if count >= 2 { take(found, now, at: second) }
  }

  private func take(_ found: Int, _ lux: Double, at second: Double) {
    (place, reference, count) = (found, lux, 1)
    set(Self.levels[found].level, at: second)
  }
}

/// ash/system/power/auto_screen_brightness: the mean of ln(1 + lux) over four seconds has to move
/// by 0.6 while its deviation is small.
final class Ash: ModelledPolicy, Policy {
  static let title = "ChromeOS, Ash"
  private var samples: [(second: Double, log: Double)] = []
  private var reference: Double?

  func step(at second: Double, sense: () -> Double) {
    guard let lux = reading(at: second, each: 1, sense) else { return }
    samples.append((second, log(1 + lux)))
    samples.removeAll { $0.second < second - 4 }
    let count = Double(samples.count)
    let mean = samples.map(\.log).reduce(0, +) / count
    let variance = samples.map { ($0.log - mean) * ($0.log - mean) }.reduce(0, +) / count
    if let reference, abs(mean - reference) < 0.6 || variance.squareRoot() > 0.15 * 0.6 { return }
    reference = mean
    set(curve(exp(mean) - 1), at: second)
  }
}
