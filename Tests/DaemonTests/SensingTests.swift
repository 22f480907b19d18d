import BrightnessEventLoop
import BrightnessModel
import Glibc
import Hardware
import HardwareTesting
import Service
import Synchronization
import Testing

@testable import Daemon

@Suite final class SensingTests {
  private let tree: FakeTree
  private let time = SteppedTime()
  private let thread: SteppedThread
  private let loop: EventLoop
  private let heard = Heard()

  private final class Heard: Sendable {
    let events = Mutex<[SensorEvent]>([])
    let lines = Mutex<[String]>([])
  }

  init() throws {
    tree = try FakeTree([.lightSensor(0, ["in_illuminance_raw": 300])])
    thread = SteppedThread(time)
    loop = try EventLoop()
  }

  private func sensing(_ settings: SensorSettings = SensorSettings()) -> Sensing {
    let log = Log(.info, style: .program("brightnessd")) { [heard] line in
      heard.lines.withLock { $0.append(line) }
      return true
    }
    let io = SensorIO.stepped(time, thread) { file throws(LightError) in try file.text() }
    return Sensing(under: tree.root, on: loop, settings, through: io, log) { [heard] event in
      heard.events.withLock { $0.append(event) }
    }
  }

  private func pass(_ duration: Duration) {
    time.pass(duration)
    loop.perform { [loop] in loop.stop() }
    loop.run()
  }

  private var watch: SensorWatch { SensorWatch(quietBand: nil, pace: .seconds(4), due: nil) }

  @Test func `without a watch there is no reader, and the sensors are known all the same`() {
    let sensing = sensing()

    sensing.follow(nil)
    sensing.resumed()
    sensing.devicesChanged()
    pass(.seconds(60))

    #expect(thread.stepCount == 0)
    #expect(loop.watchCount == 0)
    #expect(sensing.choice.sensor?.name == "als")
    #expect(sensing.problem == nil)
  }

  @Test func `what the sensor says arrives as events, and a new sensor in the log`() {
    let sensing = sensing()
    let start = time.now

    sensing.follow(watch)
    pass(.zero)

    let sensor = LightSensor(name: "als", device: "iio:device0", unit: .lux)
    #expect(
      heard.events.withLock { $0 } == [
        .found(sensor), .read(Illuminance(lux: 300), at: Moment(start.sinceBoot)),
      ]
    )
    #expect(heard.lines.withLock { $0 } == ["brightnessd: the light sensor is 'iio:device0' (als)\n"])
  }

  @Test func `a reading that fails is logged, and is the problem until one works`() throws {
    let sensing = sensing()
    let file = "\(tree.root)/bus/iio/devices/iio:device0/in_illuminance_raw"
    try tree.put("dark", at: "devices/hid/iio:device0/in_illuminance_raw")

    sensing.follow(watch)
    pass(.seconds(8))
    let problem = sensing.problem
    try tree.put(300, at: "devices/hid/iio:device0/in_illuminance_raw")
    pass(.seconds(4))

    let reason = "cannot read '\(file)': it holds 'dark' and not a number up to 4294967296 with at most nine decimals"
    #expect(problem == reason)
    #expect(sensing.problem == nil)
    #expect(heard.lines.withLock { $0.dropFirst() } == ["brightnessd: \(reason)\n"])
    #expect(heard.events.withLock { $0.count } == 2)
  }

  @Test func `a sensor that fails for ten minutes, and one that is gone, are logged`() throws {
    let sensing = sensing()
    try tree.put(.text(""), at: "devices/hid/iio:device0/in_illuminance_raw")
    sensing.follow(watch)
    pass(.seconds(601))

    tree.remove(.lightSensor(0, [:]))
    sensing.devicesChanged()
    pass(.zero)

    let lines = heard.lines.withLock { $0 }
    #expect(lines.count == 4)
    #expect(lines.dropFirst(2).first?.hasPrefix("brightnessd: the light sensor fails: cannot read '") == true)
    #expect(
      lines.last
        == "brightnessd: cannot read the light sensor: no light sensor was found in '\(tree.root)/bus/iio/devices'\n"
    )
  }

  @Test func `a resume, other devices and another configuration reach the reader`() throws {
    let sensing = sensing()
    sensing.follow(watch)
    pass(.seconds(1))
    let steps = thread.stepCount

    sensing.resumed()
    pass(.seconds(4))
    let rested = heard.events.withLock { $0.count }
    try tree.add(.lightSensor(1, name: "other", ["in_illuminance_input": 7]))
    sensing.devicesChanged()
    pass(.zero)
    sensing.apply(SensorSettings(selection: .off))
    pass(.zero)

    #expect(rested == 2)
    #expect(thread.stepCount > steps)
    #expect(
      heard.events.withLock { $0.dropFirst(2) } == [
        .found(LightSensor(name: "other", device: "iio:device1", unit: .lux)),
        .missing("the configuration says that none is used"),
      ]
    )
    #expect(sensing.choice.sensor == nil)
  }

  @Test func `a released sensing reads no more`() {
    do {
      let sensing = sensing()
      sensing.follow(watch)
      pass(.zero)
    }
    pass(.seconds(60))

    #expect(!thread.isThere)
    #expect(heard.events.withLock { $0.count } == 2)
  }
}
