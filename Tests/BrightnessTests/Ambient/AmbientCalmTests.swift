import BrightnessModel
import Guarantees
import LightTraces
import RandomHistories
import Testing

@testable import Brightness

/// How often lights move, and how soon, in traces of an hour.
@Suite(.tags(.calm)) struct AmbientCalmTests {
  private static let lights: [LightID: LightKind] = [panel: .panel, monitor: .monitor]

  private struct Moves {
    let panel: [Room.Write]
    let monitor: [Room.Write]
  }

  private func moves(in trace: [Int]) -> Moves {
    let room = Room(Self.lights)
    room.turnOn(panel, monitor)
    room.wait(in: trace)
    return Moves(panel: room.takeWrites(panel), monitor: room.takeWrites(monitor))
  }

  // MARK: - Calm

  @Test func `noise in an office, a dark room and false zeros move nothing`() {
    let traces = [
      Traces.office(0.05, seconds: 3600), Traces.office(0.12, seconds: 3600), Traces.darkRoom(seconds: 3600),
      Traces.falseZeros(seconds: 3600),
    ]
    for trace in traces { #expect(moves(in: trace).panel == []) }
  }

  @Test func `shadows of a hand or a head move a light at most six times an hour`() {
    #expect(moves(in: Traces.shadows(seconds: 3600)).panel.count <= 6)
  }

  @Test func `on a train and under clouds a panel moves at most 30 times an hour and a monitor 10 times`() {
    for trace in [Traces.train(seconds: 3600), Traces.clouds(seconds: 3600)] {
      let moves = moves(in: trace)
      #expect((1...30).contains(moves.panel.count))
      #expect((1...10).contains(moves.monitor.count))
    }
  }

  @Test func `spikes move a light at most 25 times an hour`() {
    for seed in historySeeds(5) { #expect(moves(in: Traces.spikes(seconds: 3600, seed: seed)).panel.count <= 25) }
  }

  @Test func `whatever the light does, a panel moves at most 20 times and once a minute, a monitor 12 times`() throws {
    var most = 0
    for seed in historySeeds(4) {
      let moves = moves(in: Traces.stairs(seconds: 7200, seed: seed))
      for (writes, saved) in [(moves.panel, 20), (moves.monitor, 12)] {
        for (index, first) in writes.enumerated() {
          for (count, last) in writes[index...].enumerated() {
            let minutes = Int((last.second - first.second) / 60)
            try #require(count + 1 <= saved + minutes + 1, "seed \(seed)")
          }
        }
      }
      most = max(most, moves.panel.count)
    }
    // Stairs do reach the bound.
    #expect(most > 60)
  }

  @Test func `a monitor is written at most once a minute`() {
    for seed in historySeeds(5) {
      let writes = moves(in: Traces.stairs(seconds: 3600, seed: seed)).monitor
      #expect(zip(writes, writes.dropFirst()).allSatisfy { $1.second - $0.second >= 60 })
    }
  }

  @Test func `a day by a window moves a panel about 75 times and a monitor 16 times`() {
    let days = historySeeds(2).map { moves(in: Traces.day(seed: $0)) }

    #expect(days.map(\.panel.count).reduce(0, +) <= 90 * days.count)
    #expect(days.map(\.monitor.count).reduce(0, +) <= 25 * days.count)
  }

  @Test func `a sunset is followed in small steps, downwards only`() {
    let levels = [55] + moves(in: Traces.sunset(seconds: 3600)).panel.map(\.raw)

    #expect((10...13).contains(levels.count - 1))
    #expect(zip(levels, levels.dropFirst()).allSatisfy { (1...8).contains($0 - $1) })
  }

  @Test(arguments: [5, 20, 60, 150], [0, 1, 3, 10])
  func `a screen that lights its own sensor does not swing`(lux: Int, room dark: Int) {
    let room = Room(at: 30)
    room.turnOn(panel)
    var random = SeededRandom(seed: 1)

    room.wait(600) { _ in
      let own = lux * (room.base() ?? 0) / 100
      return max(0, dark + own + Int(random.gauss(0.4).rounded()))
    }

    #expect(room.takeWrites() == [])
  }

  @Test func `an adaptation fades, faster upwards, and counts as a write for a program`() {
    let room = Room.following()
    room.wait(60, in: 20_000)
    room.wait(60, in: 300)
    let writes = room.takeWrites()

    #expect(writes.map(\.fade) == [.milliseconds(500), .seconds(2)])
    #expect(writes.map(\.isByProgram) == [true, true])
  }

  @Test func `a panel of fine steps moves by a point or not at all`() {
    let room = Room(at: 550, of: 1000)
    curve(from: 50, to: 56, on: [panel], in: room)

    let levels =
      [550]
      + (1...40).flatMap { step -> [Int] in
        room.wait(200, in: 300 + 50 * step)
        return room.takeWrites().map(\.raw)
      }

    #expect(zip(levels, levels.dropFirst()).allSatisfy { abs($0 - $1) >= 10 })
  }

  @Test func `a monitor moves for two points and a doubled light, a panel for one and half of that`() {
    let lights = [panel, monitor]
    func moves(_ low: Double, _ high: Double, to lux: Int) -> [Bool] {
      let room = Room(Self.lights)
      curve(from: low, to: high, on: lights, in: room)
      room.wait(200, in: lux)
      return lights.map { !room.takeWrites($0).isEmpty }
    }

    #expect(moves(10, 90, to: 450) == [true, false])
    #expect(moves(10, 90, to: 700) == [true, true])
    #expect(moves(50, 60, to: 1200) == [true, false])
  }

  @Test func `a monitor that has to wait for its minute moves when it is over, in constant light`() {
    let room = Room([monitor: .monitor])
    room.turnOn(monitor)
    room.wait(60, in: 300)
    room.wait(10, in: 20_000)
    let first = room.takeWrites(monitor)
    room.wait(300, in: 300)
    let second = room.takeWrites(monitor)

    #expect(first.count == 1 && second.count == 1)
    #expect((60..<62).contains((second.first?.second ?? 0) - (first.first?.second ?? 0)))
  }

  /// Turns lights on, with a straight curve, in 300 lux.
  private func curve(
    from dark: Double,
    to light: Double,
    on lights: [LightID],
    in room: Room
  ) {
    let points = [(0, dark), (100_000, light)].map { lux, level in
      AmbientCurve.Point(AmbientLight(Illuminance(lux: lux)), percent(level))
    }
    for id in lights { room.note(room.harness.override(id) { $0.curve = AmbientCurve(points) }) }
    room.call(.automatic(.turnOn, lights))
    room.wait(60, in: 300)
  }

  // MARK: - Speed

  @Test func `when a lamp is switched on, a panel begins to get brighter within 6 seconds`() {
    for (dark, bright) in [(5, 300), (300, 20_000)] { expectStep(from: dark, to: bright, mean: 4.5, worst: 6.1) }
  }

  @Test func `when a lamp is switched off, a panel begins to get darker within 8 seconds`() {
    for (bright, dark) in [(300, 5), (20_000, 300), (300, 150)] {
      expectStep(from: bright, to: dark, mean: 6.5, worst: 8.1)
    }
  }

  private func expectStep(from first: Int, to second: Int, mean: Double, worst: Double) {
    let times = (0..<60).map { phase in
      let room = Room(at: 40)
      room.turnOn(panel)
      room.wait(60 + Double(phase) / 10, in: first)
      _ = room.takeWrites()
      let start = room.second
      room.wait(30, in: second)
      let writes = room.takeWrites()
      // One step to the new level, and no other.
      #expect(writes.count == 1)
      return (writes.first?.second ?? .infinity) - start
    }
    #expect(times.max()! <= worst)
    #expect(times.reduce(0, +) / 60 <= mean)
  }

  // MARK: - Cost

  @Test func `in constant light a sensor is read fifteen times a minute`() {
    let room = Room()
    room.turnOn(panel)
    room.wait(60, in: 300)
    let before = room.readings

    room.wait(600, in: 300)

    #expect(room.readings - before == 150)
  }

  @Test func `while no light follows, the sensor is not read`() {
    let room = Room()
    #expect(!room.isRead)
    room.turnOn(panel)
    #expect(room.isRead)

    room.call(.automatic(.turnOff, [panel]))

    #expect(!room.isRead)
  }
}
