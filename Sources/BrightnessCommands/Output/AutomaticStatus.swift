import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Commands

/// The lights that follow the light in the room, and those that could.
struct AutomaticStatus: Sendable {
  /// All lights, for their names.
  let lights: [Light]
  let following: [FollowingLight]

  /// A line for each light, with its curve below it.
  func lines(on screen: Screen) -> [String] {
    // A monitor that is not connected may follow, too.
    let absent = following.filter { follower in !lights.contains { $0.id == follower.light } }
    let ids = lights.filter { $0.kind != .indicator }.map(\.id) + absent.map(\.light)
    let table = table(of: ids).lines(on: screen)
    return zip(ids, table).flatMap { id, line in [line] + curveLines(of: id, on: screen) }
  }

  /// A line for each light that a call has changed.
  func changeLines(on screen: Screen) -> [String] { table(of: following.map(\.light)).lines(on: screen) }

  private func table(of ids: [String]) -> Table {
    let overview = Overview(lights: lights, sessions: [])
    let rows = ids.map { id -> [Table.Cell] in
      let light = lights.first { $0.id == id }
      let follower = follower(id)
      return [
        .text((light.map(overview.name) ?? id).inOneLine(atMost: 64)), .text(light?.model ?? "", .minor),
        .text(follower?.mode.rawValue ?? Mode.off.rawValue, follower?.mode.style ?? .minor),
        .text(follower?.remark ?? ""),
      ]
    }
    return Table(
      titles: ["LIGHT", "MODEL", "AUTO", "REMARK"],
      rows: rows,
      narrowings: [.cut("MODEL", to: 8), .hide("MODEL"), .cut("LIGHT", to: 12), .cut("REMARK", to: 16)],
      hasHeader: false
    )
  }

  private func follower(_ id: String) -> FollowingLight? { following.first { $0.light == id } }

  private func curveLines(of id: String, on screen: Screen) -> [String] {
    guard let follower = follower(id), !follower.curve.isEmpty else { return [] }
    let isKeyboard = lights.first { $0.id == id }?.kind == .keyboard && follower.curve.count == 2
    let text = isKeyboard ? follower.keyboardLevels : follower.curve.map(\.text).joined(separator: " ")
    return text.wrapped(to: screen.columns.map { max(10, $0 - 2) }).map { line in
      Style.minor.applied(to: "  \(line)".cut(to: screen.columns ?? .max, mark: screen.ellipsis), on: screen)
    }
  }
}

private typealias Mode = AutomaticInterface.Mode

extension AutomaticInterface.Mode {
  fileprivate var style: Style {
    switch self {
    case .off: .minor
    case .on: .good
    case .paused: .warning
    }
  }
}

extension AutomaticInterface.FollowingLight {
  /// Why it is paused, how far it is from its curve, and when it may change next.
  fileprivate var remark: String {
    let distance = abs(offset).inPercent
    return [
      reason?.inOneLine(atMost: 200),
      offset == 0 ? nil : "\(distance) \(offset > 0 ? "above" : "below") its curve",
      waits.map { "may change in \($0.short)" },
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  fileprivate var keyboardLevels: String {
    "\(curve[0].level.inPercent) in a dark room, \(curve[1].level.inPercent) in a light room"
  }
}

extension AutomaticInterface.Point {
  /// The point as `Curve=` in brightnessd.conf(5) has it, with a mark if the user taught it.
  fileprivate var text: String { "\(lux.asRoundLux):\(level.inPercent)\(taught ? "*" : "")" }
}

extension AutomaticInterface.Report.Reply {
  /// What is known of the sensors.
  func sensorLines(on screen: Screen) -> [String] {
    let unused = unusedSensors.map { "unused sensor: \($0.title), \($0.reason.inOneLine(atMost: 200))" }
    return ([sensorLine] + unused).flatMap { screen.shown($0).wrapped(to: screen.columns) }
      .map { $0.cut(to: screen.columns ?? .max, mark: screen.ellipsis) }
  }

  private var sensorLine: String {
    guard let sensor else {
      return "no sensor" + (noSensor.map { ": \($0.inOneLine(atMost: 200))" } ?? "")
    }
    return "sensor: \(sensor.title), \(sensor.status)"
      + (lux.map { "; the levels are those for \($0.asLux) lux" } ?? "")
  }
}

extension AutomaticInterface.Sensor {
  var title: String { sensorTitle(name, device) }

  /// The last reading, or why there is none.
  fileprivate var status: String {
    switch state {
    case .panelOff, .failing: reason?.inOneLine(atMost: 200) ?? "no readings"
    case .idle, .reading: reading.map { reading in age.map { "\(reading) \($0.short) ago" } ?? reading } ?? "not read"
    }
  }

  /// The last reading with its unit.
  var reading: String? {
    lux.map { unit == .lux ? "\($0.asLux) lux" : "\($0.asLux) (not lux)" }
  }
}

extension AutomaticInterface.UnusedSensor {
  fileprivate var title: String { sensorTitle(name, device) }
}

/// The title of a sensor, such as `als (iio:device0)`.
private func sensorTitle(_ name: String, _ device: String) -> String {
  "\(name.inOneLine(atMost: 40)) (\(device.inOneLine(atMost: 40)))"
}

extension Double {
  /// Lux with at most two decimals, and none from 10 on.
  var asLux: String { self < 10 ? asPercentage : "\(nearestInteger)" }

  /// Lux with two digits from 10 on, since the places of a curve's points are wider than one in a
  /// hundred.
  var asRoundLux: String {
    if self < 10 { return asLux }
    var unit = 1.0
    while self / unit >= 100 { unit *= 10 }
    return ((self / unit).rounded() * unit).asLux
  }
}
