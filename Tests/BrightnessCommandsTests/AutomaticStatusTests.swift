import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct AutomaticStatusTests {
  private static let lights = [Light.panel, .keyboard, .monitor]
  private static let panel = FollowingLight(
    light: Light.panel.id,
    mode: .on,
    curve: [
      .init(lux: 0, level: 10, taught: false), .init(lux: 3.5, level: 12.5, taught: true),
      .init(lux: 308, level: 50, taught: true), .init(lux: 9980, level: 100, taught: false),
    ],
    offset: 0
  )

  @Test func `each light is a line, with its curve below`() {
    let keyboard = FollowingLight(
      light: Light.keyboard.id,
      mode: .paused,
      pause: .otherProgram,
      reason: "another program changes it",
      curve: [.init(lux: 0, level: 50, taught: false), .init(lux: 25, level: 0, taught: false)],
      offset: 0
    )

    #expect(
      lines([Self.panel, keyboard]) == [
        "intel_backlight                     on",
        "  0:10% 3.5:12.5%* 310:50%* 10000:100%",
        "tpacpi::kbd_backlight               paused  another program changes it",
        "  50% in a dark room, 0% in a light room",
        "DP-1                   DELL U2720Q  off",
      ]
    )
  }

  @Test func `a curve is shown as two rooms only for a keyboard, and only with two points`() {
    let ends = [AutomaticInterface.Point(lux: 0, level: 50, taught: false), .init(lux: 25, level: 0, taught: false)]
    let panel = FollowingLight(light: Light.panel.id, mode: .on, curve: ends, offset: 0)
    let keyboard = FollowingLight(light: Light.keyboard.id, mode: .on, curve: [ends[0]], offset: 0)

    let status = AutomaticStatus(lights: [.panel, .keyboard], following: [panel, keyboard])

    #expect(
      status.lines(on: .file) == [
        "intel_backlight        on", "  0:50% 25:0%", "tpacpi::kbd_backlight  on", "  0:50%",
      ]
    )
  }

  @Test(
    arguments: [
      (0, nil, ""), (5.5, nil, "  5.5% above its curve"), (-3, nil, "  3% below its curve"),
      (0, Duration.seconds(40), "  may change in 40s"),
      (-3, .seconds(61), "  3% below its curve, may change in 1m1s"),
    ] as [(Double, Duration?, String)]
  )
  func `a remark says what keeps a light from its curve`(offset: Double, waits: Duration?, remark: String) {
    var panel = Self.panel
    (panel.offset, panel.waits) = (offset, waits)

    let status = AutomaticStatus(lights: [.panel], following: [panel])

    #expect(status.lines(on: .file)[0] == "intel_backlight  on\(remark)")
    #expect(status.changeLines(on: .file) == ["intel_backlight  on\(remark)"])
  }

  @Test func `a light that is not connected is shown by its id, and an indicator only if it follows`() {
    let away = FollowingLight(light: "ddc/DEL-1", mode: .on, curve: [], offset: 0)
    let lamp = Light.keyboard.with { ($0.id, $0.kind) = ("leds/lamp", .indicator) }

    let status = AutomaticStatus(lights: [.panel, lamp], following: [away])

    #expect(status.lines(on: .file) == ["intel_backlight  off", "ddc/DEL-1        on"])
  }

  @Test(
    arguments: [
      (.office, ["sensor: als (iio:device0), 310 lux 2s ago; the levels are those for 300 lux"]),
      (.office.with { $0.lux = nil }, ["sensor: als (iio:device0), 310 lux 2s ago"]),
      (
        .office.with { report in
          report.lux = nil
          report.sensor = .init(name: "als", device: "iio:device0", unit: .unknown, state: .reading, lux: 0.25)
        }, ["sensor: als (iio:device0), 0.25 (not lux)"]
      ),
      (
        .office.with { report in
          report.lux = nil
          report.sensor?.lux = nil
        }, ["sensor: als (iio:device0), not read"]
      ),
      (
        .office.with { report in
          report.sensor?.state = .failing
          report.sensor?.reason = "input/output error"
        },
        ["sensor: als (iio:device0), input/output error; the levels are those for 300 lux"]
      ),
      (.office.with { $0.sensor = nil }, ["no sensor"]),
      (
        .office.with { report in
          report.sensor = nil
          report.noSensor = "the configuration says that none is used"
          report.unusedSensors = [.init(name: "als", device: "iio:device1", reason: "it is beside the keyboard")]
        },
        [
          "no sensor: the configuration says that none is used",
          "unused sensor: als (iio:device1), it is beside the keyboard",
        ]
      ),
    ] as [(AutomaticInterface.Report.Reply, [String])]
  )
  func `the sensor is shown with its reading, or the reason why there is none`(
    report: AutomaticInterface.Report.Reply,
    lines: [String]
  ) {
    #expect(report.sensorLines(on: .file) == lines)
  }

  @Test(arguments: 1...80)
  func `no line is wider than the terminal`(columns: Int) {
    var panel = Self.panel
    panel.reason = "another program changes it"
    let status = AutomaticStatus(lights: Self.lights, following: [panel])
    let screen = Screen.terminal(columns)

    let lines = AutomaticInterface.Report.Reply.office.sensorLines(on: screen) + status.lines(on: screen)

    #expect(lines.allSatisfy { $0.columns <= columns })
  }

  private func lines(_ following: [FollowingLight]) -> [String] {
    AutomaticStatus(lights: Self.lights, following: following).lines(on: .file)
  }
}
