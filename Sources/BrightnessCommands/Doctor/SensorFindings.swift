import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Commands

/// Findings about automatic brightness, if it is on for a light.
extension Findings {
  mutating func add(_ report: AutomaticInterface.Report.Reply) {
    addSensor(report)
    // The sensor's finding says what is wrong with all lights.
    for light in report.lights where light.pause != nil && light.pause != .sensor {
      let reason = light.reason.map { ": \($0)" } ?? ""
      let fix =
        light.pause == .switchedOff
        ? "set a level, as by `\(Grammar.program) set 40% \(light.light)`"
        : "run `\(Grammar.program) auto on \(light.light)` to let it follow again"
      add(.note, "sensor", light.light, "automatic brightness of \(light.light) is paused\(reason)", fix: fix)
    }
  }

  private mutating func addSensor(_ report: AutomaticInterface.Report.Reply) {
    guard let sensor = report.sensor else {
      let reason = report.noSensor.map { ": \($0)" } ?? ""
      let fix = "connect one, or run `\(Grammar.program) auto off`"
      return add(.problem, "sensor", "sensor", "no sensor measures the light in the room\(reason)", fix: fix)
    }
    let problem = sensor.title + (sensor.reason.map { ": \($0)" } ?? " gives no readings")
    switch sensor.state {
    case .panelOff: return add(.note, "sensor", sensor.device, problem)
    case .failing:
      return add(.problem, "sensor", sensor.device, problem, fix: "see the messages of its driver in `dmesg`")
    case .idle, .reading: break
    }
    guard let reading = sensor.reading else {
      return add(.ok, "sensor", sensor.device, "\(sensor.title) is not read yet")
    }
    let message = "\(sensor.title) says \(reading)"
    guard sensor.lux == 0 else { return add(.ok, "sensor", sensor.device, message) }
    let fix =
      "if the room is not dark, it is covered, dead or not supported by its driver; Sensor= in brightnessd.conf names another one"
    add(.note, "sensor", sensor.device, message, fix: fix)
  }
}

extension [Light] {
  /// Whether automatic brightness is on for one of them.
  var areAutomatic: Bool { contains { $0.automatic == .on || $0.automatic == .paused } }
}
