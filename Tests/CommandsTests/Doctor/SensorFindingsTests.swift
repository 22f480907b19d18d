import ControlAPI
import Testing

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

  @Test func `a light that is paused is a note with its reason`() {
    let light = FollowingLight(
      light: "backlight/a",
      mode: .paused,
      reason: "another program changes it",
      curve: [],
      offset: 0
    )
    let report = AutomaticInterface.Report.Reply.office.with { $0.lights = [light] }

    let finding = Findings.found { $0.add(report) }.last

    #expect(finding?.grade == .note)
    #expect(finding?.message == "automatic brightness of backlight/a is paused: another program changes it")
    #expect(finding?.fix == "run `brightness auto on backlight/a` to let it follow again")
  }

  @Test func `a light that is paused because of the sensor is not reported again`() {
    let light = FollowingLight(light: "backlight/a", mode: .paused, reason: "input/output error", curve: [], offset: 0)
    let report = AutomaticInterface.Report.Reply.office.with { report in
      report.sensor?.state = .failing
      report.sensor?.reason = "input/output error"
      report.lights = [light]
    }

    #expect(Findings.found { $0.add(report) }.map(\.object) == ["iio:device0"])
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
