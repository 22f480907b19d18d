import BrightnessModel
import Guarantees
import LightTraces
import RandomHistories
import Testing

@testable import Brightness

/// What the user teaches a light that follows.
@Suite struct AmbientLessonTests {
  private let room = Room.following()

  @Test(.tags(.userWins))
  func `a level that the user sets stays while the light in the room does, and is the curve's from then on`() {
    room.set(to: 80)
    room.wait(8 * 3600, in: 300)

    #expect(room.takeWrites().map(\.raw) == [80])
    #expect(room.level(at: 300) == 80)

    room.wait(60, in: 20_000)
    room.wait(60, in: 300)

    #expect(room.base() == 80)
  }

  @Test func `a hotkey teaches as well`() {
    room.pressKey(to: 70)
    room.wait(60, in: 300)

    #expect(room.level(at: 300) == 70)
    #expect(room.takeWrites() == [])
  }

  @Test func `a level that the user sets just after it got dark is the level for the dark`() {
    room.wait(1, in: 5)
    room.set(to: 20)
    room.wait(60, in: 5)

    #expect(room.takeWrites().map(\.raw) == [20])
    #expect(room.level(at: 5) == 20)
  }

  @Test func `a lesson that waits while the machine sleeps teaches nothing`() {
    let before = room.curve
    room.set(to: 80)
    room.note(room.harness.send(.resumed, .light(panel, .found(80))))
    room.pass(5)
    room.wait(60, in: 5)

    #expect(room.curve == before)
    #expect(room.base() == 80)
  }

  @Test func `levels that are tried within a minute teach only the last one`() {
    let direct = Self()
    direct.room.set(to: 60)
    direct.room.wait(10, in: 300)

    for level in [65, 75, 85, 70, 60] {
      room.set(to: Double(level))
      room.wait(10, in: 300)
    }

    #expect(room.curve == direct.room.curve)
  }

  @Test func `a level that returns within a minute to what it was teaches nothing`() {
    let before = room.curve
    room.set(to: 10)
    room.wait(10, in: 300)
    #expect(room.curve != before)

    room.set(to: 55)
    room.wait(10, in: 300)

    #expect(room.curve == before)
  }

  @Test func `a level that returns in a light that has drifted within its band stays`() {
    room.set(to: 10)
    room.wait(20, in: 390)
    room.set(to: 55)
    room.wait(8 * 3600, in: 390)

    #expect(room.takeWrites().map(\.raw) == [10, 55])
  }

  @Test func `the same level set again in another light is a lesson for that light`() {
    room.wait(2, in: 5)
    room.set(to: 55)
    room.wait(60, in: 5)

    #expect(room.base() == 55)
    #expect(room.level(at: 5) == 55)
  }

  @Test func `lessons in two lights are two lessons, however soon the second follows`() {
    room.set(to: 80)
    room.wait(20, in: 300)
    room.wait(10, in: 5000)
    room.set(to: 95)
    room.wait(10, in: 5000)

    #expect(room.level(at: 300) == 80)
    #expect(room.level(at: 5000) == 95)
  }

  @Test func `a reload of the configuration takes no waiting question back`() {
    room.send(.sensor(.fails("Input/output error")))
    room.set(to: 30)
    room.note(room.harness.send(.configured(room.harness.state.settings)))
    room.wait(60, in: 300)

    #expect(room.takeWrites().map(\.raw) == [30])
  }

  @Test func `a curve that is configured applies where a light is turned on, or forgets`() {
    let points = [(0, 40), (1000, 60)].map { lux, share in
      AmbientCurve.Point(AmbientLight(Illuminance(lux: lux)), percent(Double(share)))
    }
    let before = room.curve
    room.note(room.harness.override(panel) { $0.curve = AmbientCurve(points) })
    room.wait(60, in: 300)
    #expect(room.curve == before)

    room.call(.automatic(.forget, [panel]))
    room.wait(60, in: 300)

    #expect(room.curve?.points.count == 2)
    #expect(room.takeWrites() == [])
  }

  @Test func `seven tastes are learned in a few corrections`() {
    for (name, taste) in Self.tastes {
      var corrections = 0
      var late = 0
      for seed in historySeeds(10) {
        var random = SeededRandom(seed: seed)
        var curve = AmbientCurve.usual
        for visit in 0..<200 {
          let light = AmbientLight(steps: Int(Self.visit(&random) * 64))
          let wanted = taste(Double(light.steps) / 64)
          guard abs(curve.share(at: light).percent - wanted) > 10 else { continue }
          // A user sets a multiple of five, and is not quite sure.
          let level = min(max(((wanted + random.gauss(2)) / 5).rounded() * 5, 1), 100)
          curve.teach(percent(level), in: light)
          corrections += 1
          if visit >= 50 { late += 1 }
        }
      }
      #expect(corrections <= 60, "\(name): \(corrections) corrections of ten users")
      #expect(late <= 10, "\(name): \(late) late ones")
    }
  }

  /// The wanted percentage by stops of light.
  private static var tastes: [(String, (Double) -> Double)] {
    let usual: (Double) -> Double = { AmbientCurve.usual.share(at: AmbientLight(steps: Int($0 * 64))).percent }
    func limited(_ value: Double) -> Double { min(max(value, 1), 100) }
    return [
      ("usual", usual), ("darker", { limited(usual($0) - 20) }), ("brighter", { limited(usual($0) + 20) }),
      ("steeper", { limited((usual($0) - 40) * 1.6 + 40) }), ("flatter", { limited((usual($0) - 50) * 0.5 + 50) }),
      ("dark nights", { limited(usual($0) - ($0 < 3.5 ? 20 : 0)) }),
      ("full from 100 lux", { $0 >= 4.7 ? 100 : limited(15 + 18 * $0) }),
    ]
  }

  /// Stops of light at home in the evening, in an office, by a window, and outside.
  private static func visit(_ random: inout SeededRandom) -> Double {
    switch random.number(below: 100) {
    case ..<25: max(0, 1.2 + random.gauss(0.7))
    case ..<75: max(0, 6 + random.gauss(0.9))
    case ..<92: max(0, 8 + random.gauss(0.8))
    default: min(14, 11.5 + random.gauss(1))
    }
  }
}
