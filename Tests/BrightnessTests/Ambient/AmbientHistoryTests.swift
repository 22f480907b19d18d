import BrightnessModel
import Guarantees
import RandomHistories
import Testing

@testable import Brightness

/// What holds after any history of a room, its lights, its user and other programs.
@Suite struct AmbientHistoryTests {
  private enum Step: CustomStringConvertible {
    case wait(seconds: Int, lux: Int)
    case set(LightID, percent: Int, forNow: Bool)
    case key(LightID, raw: Int)
    case program(LightID, raw: Int)
    case hold(session: Int, Rule)
    case release(session: Int)
    case automatic(AutomaticChange, LightID)
    case unplug(LightID)
    case plug(LightID, raw: Int)
    case resume
    case sensor(isThere: Bool)
    case lid

    var description: String {
      switch self {
      case .wait(let seconds, let lux): "\(seconds) s in \(lux) lux"
      case .set(let light, let percent, let forNow): "set \(light) \(percent) %\(forNow ? " for now" : "")"
      case .key(let light, let raw): "key \(light) \(raw)"
      case .program(let light, let raw): "program \(light) \(raw)"
      case .hold(let session, let rule): "hold \(session) \(rule)"
      case .release(let session): "release \(session)"
      case .automatic(let change, let light): "\(change) \(light)"
      case .unplug(let light): "unplug \(light)"
      case .plug(let light, let raw): "plug \(light) \(raw)"
      case .resume: "resume"
      case .sensor(let isThere): isThere ? "sensor" : "no sensor"
      case .lid: "lid"
      }
    }

    init(_ random: inout SeededRandom) {
      let light = random.one(of: AmbientHistoryTests.lights.map(\.0))
      let level = 1 + random.number(below: 100)
      switch random.number(below: 40) {
      case ..<14:
        let lux = random.one(of: [0, 1, 5, 40, 300, 310, 800, 5000, 60_000])
        self = .wait(seconds: random.one(of: [1, 3, 7, 30, 200, 900]), lux: lux)
      case ..<18: self = .set(light, percent: level, forNow: random.oneIn(4))
      case ..<20: self = .key(light, raw: level)
      case ..<23: self = .program(light, raw: level)
      case ..<26: self = .hold(session: 1 + random.number(below: 3), random.one(of: [.at(20), .most(30), .least(80)]))
      case ..<29: self = .release(session: 1 + random.number(below: 3))
      case ..<34: self = .automatic(random.one(of: [.turnOn, .turnOn, .turnOn, .turnOff, .forget]), light)
      case ..<35: self = .unplug(light)
      case ..<37: self = .plug(light, raw: level)
      case ..<38: self = .resume
      case ..<39: self = .sensor(isThere: !random.oneIn(3))
      default: self = .lid
      }
    }
  }

  private static let lights: [(LightID, LightKind)] = [(panel, .panel), (monitor, .monitor), (keyboard, .keyboard)]

  @Test(.tags(.userWins, .baseIsTheUsers, .neverBlackByAccident), arguments: historySeeds(60))
  func `after any history lights that follow are where their rule says, and others where the user left them`(
    seed: UInt64
  )
    throws
  {
    var random = SeededRandom(seed: seed)
    let steps = (0..<80).map { _ in Step(&random) }
    let world = World()
    for (index, step) in steps.enumerated() {
      let problem = world.perform(step)
      try #require(
        problem == nil,
        "seed \(seed), step \(index): \(problem ?? ""), after \(steps.prefix(index + 1).suffix(12))"
      )
    }
  }

  private final class World {
    let room = Room(Dictionary(uniqueKeysWithValues: AmbientHistoryTests.lights), at: 55)
    var holds: Set<Int> = []
    var plugged = Set(AmbientHistoryTests.lights.map(\.0))

    private var harness: CoreHarness { room.harness }

    /// Returns what is wrong afterwards, if anything is.
    func perform(_ step: Step) -> String? {
      let before = harness.state
      switch step {
      case .wait(let seconds, let lux):
        room.wait(Double(seconds), in: lux)
        return problemAfterWait(seconds, since: before)
      case .set(let light, let percent, let forNow):
        if plugged.contains(light) { room.set(light, to: Double(percent), forNow: forNow) }
      case .key(let light, let raw):
        if plugged.contains(light) { room.pressKey(light, to: raw) }
      case .program(let light, let raw): if plugged.contains(light) { room.changeByProgram(light, to: raw) }
      case .hold(let session, let rule):
        if holds.insert(session).inserted { room.note(harness.hold(rule, key(session))) }
      case .release(let session): if holds.remove(session) != nil { room.note(harness.release(key(session))) }
      case .automatic(let change, let light): room.call(.automatic(change, [light]))
      case .unplug(let light): if plugged.remove(light) != nil { room.note(harness.disconnect(light)) }
      case .plug(let light, let raw):
        if plugged.insert(light).inserted, let kind = AmbientHistoryTests.lights.first(where: { $0.0 == light })?.1 {
          room.note(harness.connect(light, kind, range: range(100, kind), raw: raw))
        }
      case .resume:
        room.note(harness.send(.resumed))
        for light in plugged.sorted() {
          room.note(harness.found(harness[light]?.target.raw ?? 0, on: light))
        }
      case .sensor(let isThere):
        let sensor = LightSensor(name: "als", device: "iio:device0", unit: .lux)
        room.send(.sensor(isThere ? .found(sensor) : .missing("it was unplugged")))
      case .lid: room.send(.sensor(.panelIsOff))
      }
      return problem(since: before)
    }

    private func problemAfterWait(_ seconds: Int, since before: Core.State) -> String? {
      for session in holds.sorted() {
        let former = before.scene(key(session))?.appearance?.yielded
        if harness.state.scene(key(session))?.appearance?.yielded != former { return "hold \(session) yielded" }
      }
      for light in plugged.sorted() where before.lights[light]?.base != harness.state.lights[light]?.base {
        guard let mode = harness.state.followingView(of: light)?.mode else { return "\(light) moved without being on" }
        if mode != .on { return "\(light) moved while it was \(mode)" }
      }
      return problem(since: before) ?? (seconds >= 200 ? problemAtRest() : nil)
    }

    /// In a light that stands a light is where its rule says, or waits for its turn.
    private func problemAtRest() -> String? {
      let ambient = harness.state.ambient
      guard case .working = ambient.sensor, let light = ambient.room.light else { return nil }
      for id in plugged.sorted() {
        guard let follower = ambient.followers[id], let following = follower.active else { continue }
        guard let known = harness.state.followedLight(id) else { continue }
        if following.question != nil { return "\(id) still asks" }
        if follower.isBehind(in: light, known), following.due == nil { return "\(id) is behind" }
      }
      return nil
    }

    private func problem(since before: Core.State) -> String? {
      for (id, _) in AmbientHistoryTests.lights {
        guard let base = harness.state.lights[id]?.base else { continue }
        if base.base.target(in: base.range).raw < base.range.floor { return "\(id) is below its floor" }
        if case .curve(let curve)? = harness.state.followingView(of: id)?.rule, AmbientCurve(curve.points) == nil {
          return "the curve of \(id) is not in order: \(curve)"
        }
      }
      for (id, kind) in AmbientHistoryTests.lights where kind != .keyboard && plugged.contains(id) {
        let view = harness[id]
        if view?.state == .free, view?.target != view?.base.target(in: range(100, kind)) {
          return "\(id) is free and elsewhere"
        }
      }
      return nil
    }
  }
}
