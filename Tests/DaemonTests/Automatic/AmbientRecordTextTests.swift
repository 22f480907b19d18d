import Brightness
import BrightnessModel
import RandomHistories
import StateFiles
import Testing

@testable import Daemon

@Suite struct AmbientRecordTextTests {
  @Test func `a record is a readable line for each light`() {
    let text = String(decoding: AmbientRecordText.bytes(of: .sample), as: UTF8.self)

    #expect(
      text == """
        brightnessd automatic 1
        ambient room=396
        light=backlight/intel_backlight mode=on curve=0:0.1,396:0.55*,782:1 level=0.55 former=0.5 at=396 offset=-0.05@300
        light=ddc/DEL-a%20b-777 mode=paused pause=otherProgram curve=0:0.1 level=0.2 offset=0.1@0
        light=leds/tpacpi::kbd_backlight mode=off keyboard=0.5,0
        end 8f5dece4340f4c5b

        """
    )
  }

  @Test(arguments: 0..<500)
  func `a random record is read as it was written`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let record = AmbientRecord.random(&random)
    let bytes = AmbientRecordText.bytes(of: record)

    let read = try AmbientRecordText.record(in: bytes)

    #expect(read == record)
    #expect(AmbientRecordText.bytes(of: read) == bytes)
  }

  @Test func `a text is truncated at every shorter length`() {
    let bytes = AmbientRecordText.bytes(of: .sample)

    for count in 0..<bytes.count {
      #expect(throws: RecordFlaw.truncated, "\(count) bytes") {
        try AmbientRecordText.record(in: Array(bytes.prefix(count)))
      }
    }
  }

  @Test func `a flipped bit is detected at every position`() {
    let bytes = AmbientRecordText.bytes(of: .sample)

    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        #expect(throws: RecordFlaw.self, "bit \(bit) of byte \(index)") { try AmbientRecordText.record(in: flipped) }
      }
    }
  }

  @Test(
    arguments: [
      ("ambient room=396", "ambient room=0396"), ("ambient room=396", "ambient room="),
      ("ambient room=396", "ambient room=100000"), ("ambient room=396", "ambient room=-1"),
      ("ambient room=396", "ambient light=396"), ("ambient room=396", "ambient room=396 "), ("ambient room=396", ""),
    ]
  )
  func `a first line in another form is refused despite a correct checksum`(part: String, other: String) {
    #expect(throws: RecordFlaw.malformed(line: 2)) { try AmbientRecordText.record(in: bytes(with: other, for: part)) }
  }

  @Test(
    arguments: [
      ("mode=on", "mode=maybe"), ("mode=on", "mode=paused"), ("mode=on", "mode=on pause=switchedOff"),
      ("mode=on", "mode=on mode=on"), ("mode=on ", ""), ("mode=on", "mode=on "), ("mode=on", "mode=on more=1"),
      ("mode=on", "mode=paused pause=tired"), ("backlight/", "disk/"), ("backlight/", "backlight/../"),
      ("backlight/intel_backlight", "leds/a::kbd_backlight_1"), ("intel", "int%65l"),
      ("curve=0:0.1", "curve=0:0.10"), ("curve=0:0.1", "curve=00:0.1"), ("curve=0:0.1", "curve=-1:0.1"),
      ("curve=0:0.1,", "curve=0:0.1,,"), ("curve=0:0.1,396:0.55*,782:1", "curve="), ("396:0.55*", "396:0.05*"),
      ("396:0.55*", "396:1.55*"), ("396:0.55*", "0:0.55*"), ("396:0.55*", "396:0.55**"), ("782:1", "10000:1"),
      ("curve=0:0.1,396:0.55*,782:1", "keyboard=0.5"), ("curve=0:0.1,396:0.55*,782:1", "keyboard=0.5,0,0"),
      ("782:1 ", "782:1 keyboard=0.5,0 "), ("level=0.55", "level=55%"), ("level=0.55", "level="),
      ("level=0.55 former=0.5", "former=0.5 level=0.55"), ("at=396", "at=+396"), ("-0.05@300", "-0@300"),
      ("-0.05@300", "+0.05@300"), ("-0.05@300", "-0.05"), ("-0.05@300", "-0.05@300@300"), ("-0.05@300", "--0.05@300"),
      ("-0.05@300", "-2@300"), ("light=", "\nlight="),
    ]
  )
  func `a line in another form is refused despite a correct checksum`(part: String, other: String) {
    #expect(throws: RecordFlaw.malformed(line: 3)) { try AmbientRecordText.record(in: bytes(with: other, for: part)) }
  }

  @Test func `lights are in order, each once`() {
    let first = "light=backlight/intel_backlight mode=off curve=0:0.1\n"
    let keyboard = "light=leds/tpacpi::kbd_backlight"

    #expect(throws: RecordFlaw.duplicate(line: 4)) {
      try AmbientRecordText.record(in: bytes(with: "\(first)light=backlight", for: "light=backlight"))
    }
    #expect(throws: RecordFlaw.malformed(line: 6)) {
      try AmbientRecordText.record(in: bytes(with: "\(keyboard) mode=off curve=0:0\n\(first)end ", for: "\(keyboard) "))
    }
  }

  @Test func `a text without a first line, of another kind or of a later version is refused`() {
    let empty = SealedText.sealed(Array("brightnessd automatic 1\n".utf8))

    #expect(throws: RecordFlaw.malformed(line: 2)) { try AmbientRecordText.record(in: empty) }
    #expect(throws: RecordFlaw.unknown) { try AmbientRecordText.record(in: Array("brightnessd session 2\n".utf8)) }
    #expect(throws: RecordFlaw.newer(version: 2, known: 1)) {
      try AmbientRecordText.record(in: Array("brightnessd automatic 2\n".utf8))
    }
  }

  /// The text of the sample with a part replaced, and sealed again.
  private func bytes(with other: String, for part: String) -> [UInt8] {
    let text = String(decoding: AmbientRecordText.bytes(of: .sample).dropLast(21), as: UTF8.self)
    let index = text.indices.first { text[$0...].hasPrefix(part) }!
    return SealedText.sealed(Array((text[..<index] + other + text[index...].dropFirst(part.count)).utf8))
  }
}

extension AmbientRecord {
  static let sample = AmbientRecord(
    room: AmbientLight(steps: 396),
    lights: [
      LightID(.backlight, "intel_backlight"): FollowerRecord(
        mode: .on,
        rule: .curve(.of([(0, 10, false), (396, 55, true), (782, 100, false)])),
        level: percent(55),
        formerLevel: percent(50),
        light: AmbientLight(steps: 396),
        offset: AmbientOffset(units: -Int64(Share.unitsOfAll / 20), light: AmbientLight(steps: 300))
      ),
      LightID(.leds, "tpacpi::kbd_backlight"): FollowerRecord(
        mode: .off,
        rule: .keyboard(KeyboardLevels(dark: percent(50), light: .nothing))
      ),
      LightID(.ddc, "DEL-a b-777"): FollowerRecord(
        mode: .paused(.otherProgram),
        rule: .curve(.of([(0, 10, false)])),
        level: percent(20),
        offset: AmbientOffset(units: Int64(Share.unitsOfAll / 10), light: AmbientLight(steps: 0))
      ),
    ]
  )

  static func random(_ random: inout SeededRandom) -> AmbientRecord {
    var record = AmbientRecord(room: random.oneIn(4) ? nil : .random(&random))
    for index in 0..<random.number(below: 5) {
      let subsystem = random.one(of: Subsystem.allCases)
      let name = random.one(of: ["a", "a b", "é", "%", "=", "a:b", "tpacpi::kbd_backlight", "\n"])
      record.lights[LightID(subsystem, "\(index)\(name)")] = .random(&random)
    }
    return record
  }
}

extension AmbientCurve {
  fileprivate static func of(_ points: [(steps: Int, percent: Double, isTaught: Bool)]) -> AmbientCurve {
    let curve = AmbientCurve(
      points.map { Point(AmbientLight(steps: $0.steps), DaemonTests.percent($0.percent), isTaught: $0.isTaught) }
    )
    guard let curve else { preconditionFailure("a curve of a test is refused") }
    return curve
  }

  fileprivate static func random(_ random: inout SeededRandom) -> AmbientCurve {
    let lights = Set((0..<1 + random.number(below: 12)).map { _ in AmbientLight.random(&random) }).sorted()
    let shares = lights.map { _ in Share.random(&random) }.sorted()
    guard let curve = AmbientCurve(zip(lights, shares).map { Point($0, $1, isTaught: random.oneIn(2)) }) else {
      preconditionFailure("sorted points are refused")
    }
    return curve
  }
}

extension FollowerRecord {
  fileprivate static func random(_ random: inout SeededRandom) -> FollowerRecord {
    let levels = KeyboardLevels(dark: .random(&random), light: .random(&random))
    return FollowerRecord(
      mode: random.one(of: [.off, .on, .paused(.switchedOff), .paused(.otherProgram)]),
      rule: random.oneIn(4) ? .keyboard(levels) : .curve(.random(&random)),
      level: random.oneIn(3) ? nil : .random(&random),
      formerLevel: random.oneIn(3) ? nil : .random(&random),
      light: random.oneIn(3) ? nil : .random(&random),
      room: random.one(of: [nil, .dark, .light]),
      offset: random.oneIn(2) ? nil : .random(&random)
    )
  }
}

extension AmbientOffset {
  fileprivate static func random(_ random: inout SeededRandom) -> AmbientOffset {
    let units = Int64(Share.random(&random).units)
    return AmbientOffset(units: random.oneIn(2) ? units : -units, light: .random(&random))
  }
}

extension AmbientLight {
  fileprivate static func random(_ random: inout SeededRandom) -> AmbientLight {
    AmbientLight(steps: random.number(below: AmbientLight.brightest.steps + 1))
  }
}

extension Share {
  fileprivate static func random(_ random: inout SeededRandom) -> Share {
    random.one(of: [
      .nothing, .all, DaemonTests.percent(55), Share(units: UInt64(random.number(below: Int(unitsOfAll)))),
    ])
  }
}
