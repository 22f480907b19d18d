@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Synchronization

/// A reader of a light sensor in a fake tree, with stepped time, and all that it reported.
final class SensedRoom {
  let tree: FakeTree
  let time = SteppedTime()
  let thread: SteppedThread
  let loop: EventLoop
  let reader: SensorReader
  let start: LoopClock.Instant
  private let log: Log

  /// What happened to the files, and the reports.
  private final class Log: Sendable {
    struct State: Sendable {
      var reports: [SensorReport] = []
      var reads: [LoopClock.Instant] = []
      var answer: (@Sendable (AttributeFile) throws(LightError) -> String?)?
      var readingTime = Duration.zero
    }

    let state = Mutex(State())
  }

  /// With `answer`, readings are its texts, or those of the files where it returns nil.
  init(_ devices: [FakeDevice] = [.als], _ settings: SensorSettings = SensorSettings(place: .room)) throws {
    let (log, time, thread) = (Log(), time, SteppedThread(time))
    tree = try FakeTree(devices)
    start = time.now
    self.log = log
    self.thread = thread
    loop = try EventLoop()
    let io = SensorIO.stepped(time, thread) { file throws(LightError) in
      if file.path.hasSuffix("_raw") || file.path.hasSuffix("_input") {
        let duration = log.state.withLock { state in
          state.reads.append(time.now)
          return state.readingTime
        }
        if duration > .zero { time.pass(duration) }
      }
      if let answer = log.state.withLock({ $0.answer }), let text = try answer(file) { return text }
      return try file.text()
    }
    reader = SensorReader(under: tree.root, on: loop, settings, through: io) { report in
      log.state.withLock { $0.reports.append(report) }
    }
  }

  /// Ends the thread, which would keep the loop with its descriptors.
  deinit {
    follow(nil)
    pass(0)
  }

  func follow(_ band: ClosedRange<Int>?, pace: Duration = .seconds(4), due: Duration? = nil) {
    let quietBand = band.map { Illuminance(lux: $0.lowerBound)...Illuminance(lux: $0.upperBound) }
    let moment = due.map { Moment(start.advanced(by: $0).sinceBoot) }
    follow(SensorWatch(quietBand: quietBand, pace: pace, due: moment))
  }

  func follow(_ watch: SensorWatch?) { reader.assumeIsolated { $0.follow(watch) } }

  func resume() { reader.assumeIsolated { $0.resumed() } }

  func changeDevices() { reader.assumeIsolated { $0.devicesChanged() } }

  func apply(_ settings: SensorSettings) { reader.assumeIsolated { $0.apply(settings) } }

  var problem: String? { reader.assumeIsolated { $0.problem } }

  /// Makes readings return what the closure does; nil for the text of the file.
  func answer(_ answer: (@Sendable (AttributeFile) throws(LightError) -> String?)?) {
    log.state.withLock { $0.answer = answer }
  }

  func fail(_ code: CInt, _ verb: String = "read") {
    answer { file throws(LightError) in throw file.refused(verb, code) }
  }

  /// Makes each reading take so long.
  func delayReadings(_ duration: Duration) { log.state.withLock { $0.readingTime = duration } }

  /// The lux that a driver without a scale says.
  func shine(_ lux: Int) throws { try tree.put(.text("\(lux)\n"), at: "\(FakeDevice.als.path)/in_illuminance_raw") }

  /// Lets time pass. Returns what is reported meanwhile, as texts.
  @discardableResult
  func pass(_ seconds: Double) -> [String] { texts(reports(after: seconds)) }

  func reports(after seconds: Double) -> [SensorReport] {
    time.pass(.milliseconds(Int(seconds * 1000)))
    loop.perform { [loop] in loop.stop() }
    loop.run()
    return log.state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  private func texts(_ reports: [SensorReport]) -> [String] {
    reports.map { report in
      switch report {
      case .event(.found(let sensor)): "found \(sensor.device)"
      case .event(.missing(let reason)): "missing: \(reason)"
      case .event(.read(let light, let moment)): "\(seconds(moment)): \(light.millilux) mlx"
      case .event(.panelIsOff): "panel is off"
      case .event(.fails(let reason)): "fails: \(reason)"
      case .refused(let error): "refused: \(error)"
      }
    }
  }

  private func seconds(_ moment: Moment) -> Double { (moment.offset - start.sinceBoot) / .seconds(1) }

  /// The seconds at which the sensor was read since the last call.
  func readTimes() -> [Double] {
    let reads = log.state.withLock { state in
      defer { state.reads = [] }
      return state.reads
    }
    return reads.map { start.duration(to: $0) / .seconds(1) }
  }

  var sensorFile: String { "\(tree.root)/bus/iio/devices/iio:device0/in_illuminance_raw" }
}

extension FakeDevice {
  /// A sensor of HID in an office.
  static let als = lightSensor(0, ["in_illuminance_raw": 300])
}
