import Glibc
import HardwareTesting
import RandomHistories

/// The room: its light, the sensor that measures it, and the panel whose lid may cover the sensor.
struct SimulatedRoom {
  static let sensor = FakeDevice.lightSensor(0, ["in_illuminance_input": 300])
  /// The end of the path of the sensor's value.
  static let file = "/in_illuminance_input"
  /// So many readings back a reading may still decide. A run in the dark lasts a minute.
  private static let memory = 32
  /// After this time in steady light nothing moves any more: a minute until the dark counts,
  /// another one until a monitor may move, and two readings.
  private static let longestWait: Int64 = 150_000_000_000

  private(set) var lux = 300
  /// Each reading is up to so many percent brighter or darker.
  private(set) var noise = 0
  var fault: SensorFault?
  var isPlugged = true
  var isPanelLit = true
  /// Whether the daemon's thread waits for the driver.
  var isWaiting = false
  /// Since when nothing of this has changed, suspend not counted.
  private var steadySince: Int64 = 0
  private var readings: [Double] = []
  private var random = SeededRandom(seed: 1)

  /// Whether the sensor works, and nothing covers it.
  var isReadable: Bool { isPlugged && fault == nil && isPanelLit }

  var light: Double { Self.steps(lux: lux) }

  mutating func change(to lux: Int, noise: Int) {
    self.lux = lux
    self.noise = noise
  }

  /// Something has changed, so that levels may.
  mutating func disturb(at time: Int64) { steadySince = time }

  func isSteady(at time: Int64) -> Bool { time - steadySince >= Self.longestWait }

  /// What the sensor says; below zero for the number of an error.
  mutating func read() -> Int {
    var said = lux
    switch fault {
    case .code(let code): return -Int(code)
    case .zero: said = 0
    case nil, .hangs: said += lux * (random.number(below: 2 * noise + 1) - noise) / 100
    }
    readings = readings.suffix(Self.memory - 1) + [Self.steps(lux: said)]
    return said
  }

  /// Whether a light in the room was read, to the half of a doubling, since it can have been
  /// adopted.
  func hasRead(_ light: Double) -> Bool { readings.contains { abs($0 - light) <= 33 } }

  /// The place of a light on the scale of the daemon's record: 64 steps are a doubling, and 4 lux
  /// are added first.
  static func steps(lux: Int) -> Double {
    let light = 1 + Double(lux) / 4
    let stops = log2(light).rounded(.down)
    return 64 * (stops + light / pow(2, stops) - 1)
  }
}

/// What may be wrong with the sensor.
enum SensorFault: Codable, Equatable {
  /// Its driver refuses with this error.
  case code(CInt)
  /// It says 0, whatever the light is.
  case zero
  case hangs

  static let all: [SensorFault] = [.code(EIO), .code(EBUSY), .code(EAGAIN), .code(ETIMEDOUT), .zero, .zero, .hangs]
}
