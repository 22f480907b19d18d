import Brightness
import BrightnessEventLoop
import BrightnessModel
import ComposableCore

/// brightnessd's own core, with a light of the kind, and a reader that reads as the core asks.
class Own {
  private static let light = LightID(.backlight, "light")
  private let store: Store<Core.State, Core.Action>
  private var watch: SensorWatch?
  private var last: Double?
  private var level = 0.0
  private(set) var readings = 0
  private(set) var changes: [Change] = []

  init(_ kind: LightKind) {
    // The loop never runs, since nothing here expires.
    guard let loop = try? EventLoop() else { preconditionFailure("a loop can be made") }
    store = Store(initialState: Core.State(), executor: loop) {
      Core()
    } withDependencies: { values, input in
      values.brightness = .live(input)
      values.clock = LoopClock(loop)
    } endOfTurn: {
      $0.endTurn()
    }
    let session = SessionID(1)
    send(.light(Self.light, .connected(LightDevice(kind: kind, maximum: 1000, scale: .linear))), at: 0)
    send(.light(Self.light, .found(550)), at: 0)
    send(.ambient(.sensor(.found(LightSensor(name: "als", device: "iio:device0", unit: .lux)))), at: 0)
    send(.opened(session, Peer(uid: 0, gid: 0, pid: 1), at: Moment(.zero)), at: 0)
    send(.called(session, .automatic(.turnOn, [Self.light]), at: Moment(.zero)), at: 0)
    changes = [Change(second: 0, level: 0.55)]
  }

  func step(at second: Double, sense: () -> Double) {
    guard let watch else { return }
    let now = Moment(.milliseconds(Int((second * 1000).rounded())))
    let isDue = watch.due.map { now - $0 >= .zero } ?? false
    let pace = isDue ? 1 : watch.pace / .seconds(1)
    if let last, second + 1e-9 < last + pace { return }
    last = second
    readings += 1
    let reading = Illuminance(millilux: Int(sense() * 1000))
    if watch.quietBand?.contains(reading) == true, !isDue { return }
    send(.ambient(.sensor(.read(reading, at: now))), at: second)
  }

  private func send(_ action: Core.Action, at second: Double) {
    store.send(action)
    let output = store.state.result.value
    if let watch = output.sensorWatch { self.watch = watch }
    for (light, request) in output.requests {
      if let raw = request.target { changes.append(Change(second: second, level: Double(raw) / 1000)) }
      send(.light(light, request.target.map { .wrote($0) } ?? .recorded), at: second)
    }
  }
}

final class OwnPanel: Own, Policy {
  static let title = "brightnessd"
  required init() { super.init(.panel) }
}

final class OwnMonitor: Own, Policy {
  static let title = "brightnessd, monitor"
  required init() { super.init(.monitor) }
}
