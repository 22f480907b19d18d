import BrightnessModel
import Guarantees
import RandomHistories
import Testing

@testable import Brightness

/// Traces of light in a room; the time of a step of a trace is a tenth of a second.
@Suite(.tags(.calm)) struct AdoptedLightTests {
  // MARK: - Calm

  @Test(arguments: historySeeds(200)) func `light that stays within 14 percent moves nothing`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let middle = random.number(below: random.oneIn(2) ? 300 : 200_000)

    #expect(changes(in: 3600) { _ in middle * (86 + random.number(below: 29)) / 100 } == [])
  }

  @Test func `a dark room of 0 to 2 lux moves nothing`() {
    var random = SeededRandom(seed: 1)

    #expect(changes(in: 3600) { _ in random.number(below: 3) } == [])
  }

  @Test(arguments: [5, 10, 20]) func `light that changes at least each two seconds moves nothing`(half: Int) {
    #expect(changes(in: 3600) { ($0 / half) % 2 == 0 ? 5000 : 500 } == [])
  }

  @Test func `light and shade of ten seconds each soon stay at the light`() {
    let changes = changes(in: 3600) { ($0 / 100) % 2 == 0 ? 5000 : 500 }

    #expect(changes.count <= 4)
    #expect(changes.last?.light == AmbientLight(Illuminance(lux: 5000)))
  }

  @Test func `any square wave moves at most once a minute`() {
    for half in stride(from: 5, through: 1500, by: 5) {
      #expect(changes(in: 3600) { ($0 / half) % 2 == 0 ? 5000 : 500 }.count <= 60, "half a period of \(half) tenths")
    }
  }

  @Test func `a sunset is followed without a reversal`() {
    let lights = changes(in: 3600) { 500 - 499 * $0 / 36_000 }.compactMap(\.light)

    #expect((5...13).contains(lights.count))
    #expect(zip(lights, lights.dropFirst()).allSatisfy(>))
  }

  // MARK: - Speed

  @Test func `a lamp that is switched on is followed within 6 seconds`() {
    for (dark, bright) in [(5, 300), (300, 20_000)] {
      let times = (600..<640).map { start in time(ofChangeAt: start) { $0 < start ? dark : bright } }

      #expect(times.max()! <= 6)
      #expect(times.reduce(0, +) / 40 <= 4.5)
    }
  }

  @Test func `a lamp that is switched off is followed within 8 seconds`() {
    for (bright, dark) in [(300, 5), (20_000, 300), (300, 150)] {
      let times = (600..<640).map { start in time(ofChangeAt: start) { $0 < start ? bright : dark } }

      #expect(times.max()! <= 8)
      #expect(times.reduce(0, +) / 40 <= 6.5)
    }
  }

  // MARK: - Details

  @Test func `the smallest of brighter readings is adopted, and the largest of darker ones`() {
    #expect(adopted(after: [300, 300, 1500, 1000, 2000]) == 1000)
    #expect(adopted(after: [300, 300, 50, 100, 50, 60, 70]) == 100)
  }

  @Test func `a reading within the band, or on its other side, breaks a run off`() {
    #expect(adopted(after: [300, 300, 1000, 1000, 300, 1000, 1000]) == 300)
    #expect(adopted(after: [300, 300, 50, 50, 50, 1000, 50, 50, 50, 50]) == 300)
  }

  @Test func `at a start two readings in a row must agree to a stop, and their mean is adopted`() {
    #expect(adopted(after: [300]) == nil)
    #expect(adopted(after: [300, 3000, 300]) == nil)
    #expect(adopted(after: [0, 300, 300]) == 300)
    var light = AdoptedLight()
    for steps in [400, 440] { _ = light.note(AmbientLight(steps: steps), at: Moment(.zero)) }
    #expect(light.light == AmbientLight(steps: 420))
  }

  @Test func `at a start the light of before is adopted again if the readings lie in its band`() {
    var light = AdoptedLight(former: AmbientLight(steps: 400))
    for steps in [410, 430] { _ = light.note(AmbientLight(steps: steps), at: Moment(.zero)) }
    #expect(light.light == AmbientLight(steps: 400))

    light.beginAgain()
    for steps in [460, 460] { _ = light.note(AmbientLight(steps: steps), at: Moment(.zero)) }
    #expect(light.light == AmbientLight(steps: 460))
  }

  @Test func `each change that takes back the one before lets darkness wait longer`() {
    var room = Timed()
    _ = room.seconds(until: 300)
    let needed = (0..<5).map { _ in [room.seconds(until: 5000), room.seconds(until: 300)] }

    #expect(needed == [[2, 4], [2, 28], [2, 60], [2, 60], [2, 60]])
  }

  @Test func `after each five minutes of rest darkness waits less again`() {
    var room = Timed()
    for lux in [300, 5000, 300, 5000, 300, 5000] { _ = room.seconds(until: lux) }

    room.now += 700

    #expect(room.seconds(until: 300) == 12)
  }

  /// A light that is noted each second.
  private struct Timed {
    var light = AdoptedLight()
    var now = 0

    /// The seconds from the first reading of this light to its adoption.
    mutating func seconds(until lux: Int) -> Int? {
      (0...100).first { _ in
        now += 1
        return light.note(AmbientLight(Illuminance(lux: lux)), at: Moment(.seconds(now)))
      }
    }
  }

  @Test func `the pace of a run is a second for its first four seconds, and four while the sensor says 0`() {
    func paces(_ lux: Int) -> [Duration] {
      var room = Timed()
      for lux in [5000, 300, 5000] { _ = room.seconds(until: lux) }
      return (0..<6).map { _ in
        room.now += 1
        _ = room.light.note(AmbientLight(Illuminance(lux: lux)), at: Moment(.seconds(room.now)))
        return room.light.pace
      }
    }

    #expect(paces(300) == [1, 1, 1, 1, 4, 4].map { Duration.seconds($0) })
    #expect(paces(0) == Array(repeating: .seconds(4), count: 6))
  }

  @Test func `outside of a run the band says which readings change nothing`() {
    var light = AdoptedLight()
    #expect(light.quietBand == nil)
    light.adopt(AmbientLight(steps: 396))

    #expect(light.quietBand == AmbientLight(steps: 364)...AmbientLight(steps: 428))
    #expect(!light.note(AmbientLight(steps: 428), at: Moment(.zero)) && light.quietBand != nil)
    #expect(!light.note(AmbientLight(steps: 429), at: Moment(.zero)) && light.quietBand == nil)
    #expect(light.pace == .seconds(1))
  }

  // MARK: - Traces

  private struct Change: Equatable {
    let second: Double
    let light: AmbientLight?
  }

  /// The changes after the first light was adopted, of a sensor that is read at the policy's pace.
  private func changes(in seconds: Int, from start: Int = 0, _ lux: (_ tenth: Int) -> Int) -> [Change] {
    var light = AdoptedLight()
    var changes: [Change] = []
    var tenth = start
    while tenth < seconds * 10 {
      let now = Moment(.milliseconds(100 * tenth))
      if light.note(AmbientLight(Illuminance(lux: lux(tenth))), at: now) {
        changes.append(Change(second: Double(tenth) / 10, light: light.light))
      }
      tenth += Int(light.pace / .milliseconds(100))
    }
    return Array(changes.dropFirst())
  }

  private func time(ofChangeAt tenth: Int, _ lux: (Int) -> Int) -> Double {
    guard let change = changes(in: 200, lux).first else { return .infinity }
    return change.second - Double(tenth) / 10
  }

  private func adopted(after lux: [Int]) -> Int? {
    var light = AdoptedLight()
    for (index, lux) in lux.enumerated() {
      _ = light.note(AmbientLight(Illuminance(lux: lux)), at: Moment(.seconds(index)))
    }
    return light.light.flatMap { found in ([300] + lux).first { AmbientLight(Illuminance(lux: $0)) == found } }
  }
}
