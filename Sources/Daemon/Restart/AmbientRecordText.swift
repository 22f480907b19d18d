import Brightness
import BrightnessModel
import BrightnessVarlink
import StateFiles

/// The text of what automatic brightness keeps: the light in the room, and a line for each light.
///
/// ```
/// brightnessd automatic 1
/// ambient room=396
/// light=backlight/intel_backlight mode=on curve=0:0.1,396:0.55*,782:1 level=0.55 at=396
/// light=leds/tpacpi::kbd_backlight mode=off keyboard=0.5,0
/// end 0123456789abcdef
/// ```
///
/// Light in the room is a number of steps of `AmbientLight`, and a point with `*` was taught.
enum AmbientRecordText {
  private static let text = SealedText(kind: "automatic", version: 1)

  static func bytes(of record: AmbientRecord) -> [UInt8] {
    let lights = record.lights.sorted { $0.key < $1.key }.map(line)
    return text.bytes(of: [line(ofRoom: record.room)] + lights)
  }

  static func record(in bytes: [UInt8]) throws(RecordFlaw) -> AmbientRecord {
    let lines = try text.lines(in: bytes)
    guard let first = lines.first else { throw .malformed(line: 2) }
    var record = AmbientRecord(room: try room(inFirst: first))
    var last: LightID?
    for (index, line) in lines.enumerated().dropFirst() {
      let number = index + 2
      guard let (id, light) = light(in: line) else { throw .malformed(line: number) }
      if let last, id <= last { throw id == last ? .duplicate(line: number) : .malformed(line: number) }
      record.lights[id] = light
      last = id
    }
    return record
  }

  private static func line(ofRoom light: AmbientLight?) -> String {
    light.map { "ambient room=\($0.steps)" } ?? "ambient"
  }

  /// Nil for a light that is not known.
  private static func room(inFirst line: String) throws(RecordFlaw) -> AmbientLight? {
    let light = AmbientLight(steps: line.drop { $0 != "=" }.dropFirst())
    guard self.line(ofRoom: light).hasSameBytes(as: line) else { throw .malformed(line: 2) }
    return light
  }

  private static func line(_ id: LightID, _ light: FollowerRecord) -> String {
    let (mode, pause) = light.mode.texts
    let (curve, keyboard) = light.rule.texts
    let fields: KeyValuePairs<String, String?> = [
      "light": "\(id)".escapedForRecord, "mode": mode, "pause": pause, "curve": curve, "keyboard": keyboard,
      "level": light.level?.exactText, "former": light.formerLevel?.exactText, "at": light.light.map { "\($0.steps)" },
      "room": light.room?.rawValue, "offset": light.offset?.text,
    ]
    return fields.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: " ")
  }

  /// Parses a line; nil unless it is exactly what `line` writes, so that each content has one text.
  private static func light(in line: String) -> (LightID, FollowerRecord)? {
    var fields: [Substring: Substring] = [:]
    for field in line.split(separator: " ") {
      fields[field.prefix { $0 != "=" }] = field.drop { $0 != "=" }.dropFirst()
    }
    guard let id = fields["light"].flatMap(String.init(escapedForRecord:)).flatMap({ LightID($0) }), id == id.visible,
      let mode = FollowerRecord.Mode(fields["mode"], pause: fields["pause"]),
      let rule = fields["curve"].flatMap(AmbientRule.init(curve:))
        ?? fields["keyboard"].flatMap(AmbientRule.init(keyboard:))
    else { return nil }
    let light = FollowerRecord(
      mode: mode,
      rule: rule,
      level: fields["level"].flatMap { Share(exactText: String($0)) },
      formerLevel: fields["former"].flatMap { Share(exactText: String($0)) },
      light: fields["at"].flatMap { AmbientLight(steps: $0) },
      room: fields["room"].flatMap { KeyboardLevels.Room(rawValue: String($0)) },
      offset: fields["offset"].flatMap { AmbientOffset($0) }
    )
    return self.line(id, light).hasSameBytes(as: line) ? (id, light) : nil
  }
}

/// The values of the fields.
extension FollowerRecord.Mode {
  fileprivate var texts: (mode: String, pause: String?) {
    switch self {
    case .off: ("off", nil)
    case .on: ("on", nil)
    case .paused(let pause): ("paused", pause.rawValue)
    }
  }

  fileprivate init?(_ mode: Substring?, pause: Substring?) {
    switch mode {
    case "off": self = .off
    case "on": self = .on
    default:
      guard let pause = pause.flatMap({ AmbientPause(rawValue: String($0)) }) else { return nil }
      self = .paused(pause)
    }
  }
}

extension AmbientRule {
  fileprivate var texts: (curve: String?, keyboard: String?) {
    switch self {
    case .curve(let curve): (curve.points.map(\.text).joined(separator: ","), nil)
    case .keyboard(let levels): (nil, "\(levels.dark.exactText),\(levels.light.exactText)")
    }
  }

  fileprivate init?(curve text: Substring) {
    let points = text.split(separator: ",").compactMap { AmbientCurve.Point($0) }
    guard let curve = AmbientCurve(points) else { return nil }
    self = .curve(curve)
  }

  fileprivate init?(keyboard text: Substring) {
    let levels = text.split(separator: ",").compactMap { Share(exactText: String($0)) }
    guard levels.count == 2 else { return nil }
    self = .keyboard(KeyboardLevels(dark: levels[0], light: levels[1]))
  }
}

extension AmbientCurve.Point {
  fileprivate var text: String { "\(light.steps):\(share.exactText)\(isTaught ? "*" : "")" }

  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let light = AmbientLight(steps: parts[0]) else { return nil }
    let isTaught = parts[1].last == "*"
    guard let share = Share(exactText: String(isTaught ? parts[1].dropLast() : parts[1])) else { return nil }
    self.init(light, share, isTaught: isTaught)
  }
}

extension AmbientOffset {
  fileprivate var text: String { "\(units < 0 ? "-" : "")\(Share(units: units.magnitude).exactText)@\(light.steps)" }

  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: "@")
    guard parts.count == 2, let light = AmbientLight(steps: parts[1]) else { return nil }
    let isDarker = parts[0].first == "-"
    guard let share = Share(exactText: String(isDarker ? parts[0].dropFirst() : parts[0])) else { return nil }
    self.init(units: isDarker ? -Int64(share.units) : Int64(share.units), light: light)
  }
}

extension AmbientLight {
  /// Nil for no number. One beyond the scale becomes the nearer end, which has another text.
  fileprivate init?(steps text: Substring) {
    guard let steps = Int(text) else { return nil }
    self.init(steps: steps)
  }
}
