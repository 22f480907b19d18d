import BrightnessControl
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct SensorFindingsTests {
  @Test(
    arguments: [
      (.office, .ok, "als (iio:device0) says 310 lux"),
      (.office.with { $0.sensor?.lux = nil }, .ok, "als (iio:device0) is not read yet"),
      (.office.with { $0.sensor?.lux = 0 }, .note, "als (iio:device0) says 0 lux"),
      (
        .office.with {
          $0.sensor?.state = .panelOff
          $0.sensor?.reason = "the sensor is not read while the panel is off"
        }, .note,
        "als (iio:device0): the sensor is not read while the panel is off"
      ),
      (
        .office.with {
          $0.sensor?.state = .failing
          $0.sensor?.reason = "input/output error"
        }, .problem,
        "als (iio:device0): input/output error"
      ),
      (.office.with { $0.sensor = nil }, .problem, "no sensor measures the light in the room"),
      (
        .office.with { report in
          report.sensor = nil
          report.noSensor = "the configuration says that none is used"
        }, .problem,
        "no sensor measures the light in the room: the configuration says that none is used"
      ),
    ] as [(AutomaticInterface.Report.Reply, Finding.Grade, String)]
  )
  func `a sensor that gives no reading is a problem, unless the panel is off`(
    report: AutomaticInterface.Report.Reply,
    grade: Finding.Grade,
    message: String
  ) {
    let findings = Findings.found { $0.add(report) }

    #expect(findings.map(\.subject) == ["sensor"])
    #expect(findings.map(\.grade) == [grade])
    #expect(findings.map(\.message) == [message])
  }

  @Test(
    arguments: [
      (.otherProgram, "another program changes it", "run `brightness auto on backlight/a` to let it follow again"),
      (.switchedOff, "it was switched off", "set a level, as by `brightness set 40% backlight/a`"),
    ] as [(AutomaticInterface.Pause, String, String)]
  )
  func `a light that is paused is a note with its reason`(pause: AutomaticInterface.Pause, reason: String, fix: String)
  {
    let finding = Findings.found { $0.add(Self.office(pausing: pause, because: reason)) }.last

    #expect(finding?.grade == .note)
    #expect(finding?.message == "automatic brightness of backlight/a is paused: \(reason)")
    #expect(finding?.fix == fix)
  }

  @Test func `a light that is paused because of the sensor is not reported again`() {
    let report = Self.office(pausing: .sensor, because: "input/output error").with { report in
      report.sensor?.state = .failing
      report.sensor?.reason = "input/output error"
    }

    #expect(Findings.found { $0.add(report) }.map(\.object) == ["iio:device0"])
  }

  private static func office(
    pausing pause: AutomaticInterface.Pause,
    because reason: String
  ) -> AutomaticInterface.Report.Reply {
    let light = FollowingLight(light: "backlight/a", mode: .paused, pause: pause, reason: reason, curve: [], offset: 0)
    return .office.with { $0.lights = [light] }
  }

  @Test func `a program that may follow the light in the room, too, says so only if that is on`() {
    let system = SystemView.with(["/proc/12/comm": "gsd-power\n", "/proc/13/comm": "asusd\n"])
    let message = "GNOME's power daemon is running (12); its changes count as the user's"

    let whileOn = Findings.found { $0.checkPrograms(in: system, isAutomatic: true) }
    let whileOff = Findings.found { $0.checkPrograms(in: system) }

    #expect(
      whileOn[0].message == message
        + ", and it may follow the light in the room, too, which cannot be seen from outside"
    )
    #expect(whileOff[0].message == message)
    #expect(whileOn[1] == whileOff[1])
  }

  @Test(arguments: [(nil, false), (.off, false), (.on, true), (.paused, true)] as [(LightsInterface.Automatic?, Bool)])
  func `the sensor matters if automatic brightness is on for a light`(mode: LightsInterface.Automatic?, isOn: Bool) {
    #expect([Light.keyboard, .panel.with { $0.automatic = mode }].areAutomatic == isOn)
  }
}
