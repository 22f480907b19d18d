import BrightnessModel

@testable import Brightness

/// A room with lights, a sensor, and a reader that reads as the core asks. Its time is its own, so
/// that an hour takes no longer than its readings.
final class Room {
  /// A level that was asked of a light.
  struct Write: Equatable {
    let second: Double
    let raw: Int
    var fade: Duration?
    /// Whether it counts towards the writes that programs may make.
    var isByProgram = false
  }

  let harness: CoreHarness
  private(set) var now = Duration.zero
  private(set) var writes: [LightID: [Write]] = [:]
  private(set) var readings = 0
  /// How often a record was saved.
  private(set) var saves = 0
  private var watch: SensorWatch?
  private var lastReading: Duration?

  convenience init(_ lights: [LightID: LightKind] = [panel: .panel], at raw: Int = 55, of maximum: Int = 100) {
    let harness = CoreHarness()
    for (id, kind) in lights.sorted(by: { $0.key < $1.key }) {
      harness.connect(id, kind, range: BrightnessTests.range(maximum, kind), raw: raw)
    }
    self.init(on: harness)
  }

  init(on harness: CoreHarness) {
    self.harness = harness
    note(harness.send(.ambient(.sensor(.found(Room.sensor)))))
  }

  /// A panel that has followed 300 lux for a minute, at 55 %.
  static func following() -> Room {
    let room = Room()
    room.turnOn(panel)
    room.wait(60, in: 300)
    return room
  }

  /// The panel's curve, its level in a light, and whether it follows.
  var curve: AmbientCurve? {
    if case .curve(let curve)? = harness.state.followingView(of: panel)?.rule { curve } else { nil }
  }

  func level(at lux: Int) -> Int? {
    curve.map { Int($0.share(at: AmbientLight(Illuminance(lux: lux))).percent.rounded()) }
  }

  var mode: FollowerRecord.Mode? { harness.state.followingView(of: panel)?.mode }

  var isRead: Bool { watch != nil }

  var second: Double { now / .seconds(1) }

  /// The levels asked of a light since the last call.
  func takeWrites(_ light: LightID = panel) -> [Write] { writes.removeValue(forKey: light) ?? [] }

  func base(_ light: LightID = panel) -> Int? { harness[light]?.base.setting.raw }

  func turnOn(_ lights: LightID...) { call(.automatic(.turnOn, lights)) }

  @discardableResult
  func call(_ call: ClientCall) -> Outcome { note(harness.send(.called(SessionID(0), call, at: Moment(now)))) }

  func set(_ light: LightID = panel, to percentage: Double, forNow: Bool = false, allowOff: Bool = false) {
    let level = Level.share(percent(percentage))
    call(
      forNow
        ? .setForNow([light], level, allowOff: allowOff, fade: nil)
        : .set([light], level, allowOff: allowOff, fade: nil)
    )
  }

  /// The user presses a key that the firmware handles.
  func pressKey(_ light: LightID = panel, to raw: Int) {
    note(harness.send(.light(light, .moved(raw, by: .hotkey, at: Moment(now)))))
  }

  /// Another program writes the light.
  func changeByProgram(_ light: LightID = panel, to raw: Int) {
    note(harness.send(.light(light, .moved(raw, by: .sysfs, at: Moment(now)))))
  }

  /// What the harness did to the core.
  @discardableResult
  func note(_ outcome: Outcome) -> Outcome {
    follow(outcome)
    for (light, request) in outcome.requests {
      guard let raw = request.target else { continue }
      writes[light, default: []].append(
        Write(second: second, raw: raw, fade: request.fade, isByProgram: request.isByProgram)
      )
    }
    follow(harness.completeWrites(outcome))
    return outcome
  }

  private func follow(_ outcome: Outcome) {
    for output in outcome.outputs {
      if output.ambientRecord != nil { saves += 1 }
      guard let watch = output.sensorWatch else { continue }
      let begins = self.watch == nil && watch != nil
      self.watch = watch
      // As the reader does when it begins.
      if begins { send(.sensor(.found(Room.sensor))) }
    }
  }

  static let sensor = LightSensor(name: "als", device: "iio:device0", unit: .lux)

  func send(_ event: AmbientEvent) { note(harness.send(.ambient(event))) }

  /// Lets time pass without a reading.
  func pass(_ seconds: Double) { now += .seconds(seconds) }

  /// Lets time pass with this light, in lux.
  func wait(_ seconds: Double, in lux: Int) { wait(seconds) { _ in lux } }

  /// Lets time pass in a light that is a number for each tenth of a second, from now on.
  func wait(in trace: [Int]) {
    let start = now
    wait(Double(trace.count) / 10) { [trace] in
      trace[min(Int(($0 - start) / .milliseconds(100)), trace.count - 1)]
    }
  }

  func wait(_ seconds: Double, lux: (Duration) -> Int) {
    let end = now + .seconds(seconds)
    while let watch {
      let earliest = lastReading.map { $0 + .seconds(1) } ?? now
      let next = max(lastReading.map { $0 + watch.pace } ?? now, earliest, now)
      let due = watch.due.map { max($0.offset, earliest, now) }
      let time = min(next, due ?? next)
      guard time < end else { break }
      now = time
      lastReading = now
      readings += 1
      let reading = Illuminance(lux: lux(now))
      let isDue = watch.due.map { $0.offset <= now } ?? false
      if watch.quietBand?.contains(reading) == true, !isDue { continue }
      send(.sensor(.read(reading, at: Moment(now))))
    }
    now = end
  }
}
