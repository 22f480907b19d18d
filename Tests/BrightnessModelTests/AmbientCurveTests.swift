import BrightnessModel
import RandomHistories
import Testing

@Suite struct AmbientCurveTests {
  @Test func `a curve has a straight line between two points, and ends level`() {
    let curve = curve((100, 20), (200, 60))

    #expect([0, 100, 125, 150, 200, 900].map { curve.share(at: light($0)) } == [20, 20, 30, 40, 60, 60].map(percent))
  }

  @Test func `points are in order, and at most twelve`() {
    #expect(AmbientCurve([]) == nil)
    #expect(AmbientCurve([point(100, 20), point(100, 30)]) == nil)
    #expect(AmbientCurve([point(100, 20), point(200, 10)]) == nil)
    #expect(AmbientCurve((0..<12).map { point($0, 10) }) != nil)
    #expect(AmbientCurve((0..<13).map { point($0, 10) }) == nil)
  }

  @Test func `a moved curve has the present level in the present light, and keeps its shape`() {
    let moved = curve((100, 20), (200, 60)).moved(to: percent(50), in: light(150), floor: percent(1))

    #expect(moved == curve((100, 30), (200, 70)))
  }

  @Test func `a moved curve that meets the floor or the end gets a point for the present level`() {
    let lower = curve((100, 20), (200, 60)).moved(to: percent(10), in: light(150), floor: percent(1))
    let higher = curve((100, 20), (200, 80)).moved(to: percent(90), in: light(150), floor: percent(1))

    #expect(lower == curve((100, 1), (150, 10), (200, 30)))
    #expect(higher == curve((100, 60), (150, 90), (200, 100)))
  }

  @Test func `a lesson replaces points within one and a half stops`() {
    var curve = curve((100, 20), (205, 30), (300, 40), (396, 50))
    curve.teach(percent(35), in: light(300))

    #expect(curve == AmbientCurve([point(100, 20), point(300, 35, isTaught: true), point(396, 50)]))
  }

  @Test func `a lesson removes points that would be out of order`() {
    var darker = curve((0, 30), (500, 40), (900, 50))
    darker.teach(percent(20), in: light(600))
    var brighter = curve((0, 30), (500, 40), (900, 50))
    brighter.teach(percent(60), in: light(300))

    #expect(darker == AmbientCurve([point(600, 20, isTaught: true), point(900, 50)]))
    #expect(brighter.points.map(\.light) == [light(0), light(300)])
  }

  @Test func `beside a lesson the curve rises by at most a fifth for each stop`() {
    var curve = curve((0, 1), (400, 90))
    curve.teach(percent(50), in: light(272))

    #expect(curve == AmbientCurve([point(0, 1), point(272, 50, isTaught: true), point(400, 90)]))

    curve.teach(percent(80), in: light(128))

    #expect(curve == AmbientCurve([point(0, 40), point(128, 80, isTaught: true), point(400, 90)]))
  }

  @Test func `where a curve is full, the nearest point gives way to a lesson`() {
    var curve = curve(
      (0, 1),
      (1, 2),
      (2, 3),
      (3, 4),
      (4, 5),
      (5, 6),
      (6, 7),
      (7, 8),
      (8, 9),
      (9, 10),
      (10, 11),
      (20, 12)
    )
    curve.teach(percent(20), in: light(900))

    #expect(curve.points.count == 12)
    #expect(curve.points.suffix(2) == [point(10, 11), point(900, 20, isTaught: true)])
  }

  @Test func `after any lessons a curve is in order, not below the floor, and says what the last one did`() throws {
    for seed in historySeeds(10_000) {
      var random = SeededRandom(seed: seed)
      var curve = AmbientCurve.usual
      for _ in 0..<20 {
        let (light, share) = (light(random.number(below: 994)), percent(1 + random.number(below: 100)))
        let isMoved = random.oneIn(5)
        if isMoved {
          curve = curve.moved(to: share, in: light, floor: percent(1))
        } else {
          curve.teach(share, in: light)
        }

        try #require(curve.share(at: light) == share, "seed \(seed)")
        try #require(
          AmbientCurve(curve.points) == curve && curve.points[0].share >= percent(1),
          "seed \(seed): \(curve)"
        )
      }
    }
  }

  private func light(_ steps: Int) -> AmbientLight { AmbientLight(steps: steps) }

  private func point(_ steps: Int, _ level: Int, isTaught: Bool = false) -> AmbientCurve.Point {
    AmbientCurve.Point(light(steps), percent(level), isTaught: isTaught)
  }

  private func curve(_ points: (Int, Int)...) -> AmbientCurve {
    guard let curve = AmbientCurve(points.map { point($0, $1) }) else { preconditionFailure("the points are in order") }
    return curve
  }
}

private func percent(_ value: Int) -> Share { Share(units: Share.unitsOfAll / 100 * UInt64(value)) }
