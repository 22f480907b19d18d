import Brightness
import BrightnessModel
import BrightnessVarlink
import Glibc
import Service
import Testing

@testable import Daemon

@Suite struct ConfigProblemTests {
  @Test(arguments: [
    ("[Other]\nKey=value", "a.conf:1: cannot use '[Other]': no such section is known"),
    ("[Daemon]\nColour=red", "a.conf:2: cannot use 'Colour': no such key is known in [Daemon]"),
    ("[Light leds/a]\nGroup=b", "a.conf:2: cannot use 'Group': no such key is known in [Light leds/a]"),
    ("[Daemon]\ngroup=b", "a.conf:2: cannot use 'group': no such key is known in [Daemon]; did you mean Group=?"),
    (
      "[Limits]\nConections=1",
      "a.conf:2: cannot use 'Conections': no such key is known in [Limits]; did you mean Connections=?"
    ),
    ("[Limits]\nNesting=64", "a.conf:2: cannot use 'Nesting': this limit is fixed; remove the line"),
    ("[Limits]\nSceneBytes=", "a.conf:2: cannot use 'SceneBytes': this limit is fixed; remove the line"),
    ("[Lights]\nNesting=64", "a.conf:2: cannot use 'Nesting': no such key is known in [Lights]"),
    (
      "[Light ddc/a]\nFlor=5%",
      "a.conf:2: cannot use 'Flor': no such key is known in [Light ddc/a]; did you mean Floor=?"
    ),
    ("[daemon]", "a.conf:1: cannot use '[daemon]': no such section is known; did you mean [Daemon]?"),
    ("[Limit]", "a.conf:1: cannot use '[Limit]': no such section is known; did you mean [Limits]?"),
    ("[Automatc]", "a.conf:1: cannot use '[Automatc]': no such section is known; did you mean [Automatic]?"),
    ("[Demon]", "a.conf:1: cannot use '[Demon]': no such section is known; did you mean [Daemon]?"),
    ("[Dimmer]", "a.conf:1: cannot use '[Dimmer]': no such section is known"),
  ])
  func `an unknown key is ignored with a warning`(text: String, problem: String) {
    let reading = read(text)

    #expect(reading.problems.map(\.description) == [problem])
    #expect(reading.problems.map(\.effect) == [.skipped])
  }

  @Test func `a key before any section has to be corrected, and no reload minds it`() {
    let reading = read("Group=a")

    #expect(reading.problems.map(\.description) == ["a.conf:1: cannot use 'Group': it stands before any section"])
    #expect(reading.problems.map(\.effect) == [.incomplete])
    #expect(reading.isValid)
  }

  @Test(arguments: [
    ("Least=60%\nMost=60%", ["a.conf:3: cannot use Least= and Most= of 'ddc/a': they leave no range"]),
    ("Most=10\nLeast=20", ["a.conf:3: cannot use Least= and Most= of 'ddc/a': they leave no range"]),
    ("Least=100%", ["a.conf:2: cannot use Least= and Most= of 'ddc/a': they leave no range"]),
    ("Most=0", ["a.conf:2: cannot use Least= and Most= of 'ddc/a': they leave no range"]),
    ("Least=20\nMost=10%", []),
    ("Least=10\nMost=20", []),
  ])
  func `ends of a range that leave none are an error`(text: String, problems: [String]) {
    let reading = read("[Light ddc/a]\n\(text)")

    #expect(reading.problems.map(\.description) == problems)
    if !problems.isEmpty {
      #expect(reading.configuration.overrides[LightID(.ddc, "a")]?.least == nil)
      #expect(reading.configuration.overrides[LightID(.ddc, "a")]?.most == nil)
    }
  }

  @Test(arguments: [
    ([], "no configuration file, so that every key has its default"),
    (["[Daemon]", "# nothing"], "no problems in 'a0.conf', 'a1.conf'"),
    (["[Other]"], "1 warning: a reload applies the rest"),
    (["[Other]\n[Another]"], "2 warnings: a reload applies the rest"),
    (["[Other]\n[Limits]\nConnections=no"], "1 error: a reload would change nothing"),
    (["word", "word"], "2 errors: a reload would change nothing"),
  ])
  func `a summary says which files were read, or what a reload would do`(files: [String], summary: String) {
    let reading = ConfigurationReading(
      files.enumerated().map { ConfigurationFile(path: "a\($0.offset).conf", content: .success($0.element)) }
    )

    #expect(reading.summary == summary)
  }

  @Test func `a file with many problems is read up to the fiftieth`() {
    let problems = read(String(repeating: "word\n", count: 100_000)).problems

    #expect(problems.count == 51)
    #expect(problems.last?.description == "a.conf:50: cannot read the rest of 'a.conf': it has too many problems")
  }

  @Test func `a value of 100,000 continued lines is read in linear time`() {
    let start = processorTime()
    let reading = read("[Daemon]\nGroup=" + String(repeating: "\\\n", count: 100_000))
    let time = processorTime() - start

    // It takes two, and ten times that with a sanitizer.
    #expect(time < .seconds(100))
    #expect(reading.problems == [])
    #expect(reading.configuration.groups == [])
  }

  @Test func `an unknown group stays configured, and is a problem at its last line that no reload minds`() {
    let text = "[Daemon]\nGroup=video\n[Lights]\n[Daemon]\nGroup=vidoe\n"
    let file = ConfigurationFile(path: "a.conf", content: .success(text))

    let reading = ConfigurationReading([file]) { $0 == "video" ? 44 : nil }

    let sentence = "cannot use 'Group=vidoe': the system knows no such group, which 'groupadd vidoe' adds"
    #expect(reading.problems.map(\.description) == ["a.conf:5: \(sentence)"])
    #expect(reading.problems.map(\.effect) == [.incomplete])
    #expect(reading.isValid)
    #expect(reading.configuration.groups == ["brightnessd", "video", "vidoe"])
  }

  @Test func `a known group, and none at all, are no problem`() {
    let files = ["[Daemon]\nGroup=video\n", "[Daemon]\nGroup=vidoe\nGroup=\n", ""].map {
      ConfigurationFile(path: "a.conf", content: .success($0))
    }

    for file in files { #expect(ConfigurationReading([file]) { $0 == "video" ? 44 : nil }.problems == []) }
  }

  @Test(arguments: ["[X-Other]\nKey=value", "[Daemon]\nX-Colour=red", "[X-Other]\nword=", "[Light leds/a]\nX-b="])
  func `a section or key with an X- prefix is ignored without a warning`(text: String) {
    #expect(read(text).problems == [])
  }

  @Test(arguments: [
    ("[Daemon]\nword", "2: cannot read 'word': expected [Section] or Key=value"),
    (
      "[Light]",
      "1: cannot use '[Light]': expected the id of a light, such as [Light backlight/intel_backlight]; "
        + "did you mean [Lights]?"
    ),
    (
      "[Light x]",
      "1: cannot use '[Light x]': expected the id of a light, such as [Light backlight/intel_backlight]"
    ),
    (
      "[Daemon]\nGroup=\((1...32).map { "a\($0)" }.joined(separator: " "))",
      "2: cannot use 'a32' in Group=: expected at most 32 groups"
    ),
    ("[Daemon]\nGroup=-a", "2: cannot use 'Group=-a': expected the name or number of a group"),
    (
      "[Daemon]\nLogLevel=loud",
      "2: cannot use 'LogLevel=loud': expected one of error, warning, notice, info, debug"
    ),
    (
      "[Lights]\nIgnore=leds/a b",
      "2: cannot use 'Ignore=leds/a b': expected ids such as backlight/intel_backlight or ddc/DEL-a0b1-777, "
        + "as in `brightness list`"
    ),
    ("[Lights]\nAlso=backlight/a", "2: cannot use 'Also=backlight/a': expected LEDs such as leds/tpacpi::power"),
    (
      "[Automatic]\nSensorPlace=desk",
      "2: cannot use 'SensorPlace=desk': expected one of lid, room"
    ),
    (
      "[Automatic]\nSensor=" + String(repeating: "a", count: 65),
      "2: cannot use 'Sensor=\(String(repeating: "a", count: 33))…': expected the name of a light sensor, "
        + "such as als, iio:device0 or feed:webcam, or none"
    ),
    ("[Light leds/a]\nAutomatic=off", "2: cannot use 'Automatic=off': expected yes or no"),
    ("[Light leds/a]\nScale=log", "2: cannot use 'Scale=log': expected one of linear, perceptual"),
    ("[Light leds/a]\nKind=lamp", "2: cannot use 'Kind=lamp': expected one of panel, monitor, keyboard, indicator"),
  ])
  func `a mistake is an error with its line, the value found and the expected one`(text: String, problem: String) {
    let reading = read(text)

    #expect(reading.problems.map(\.description) == ["a.conf:\(problem)"])
    #expect(!reading.isValid)
  }

  @Test(arguments: ["0", "-1", "65537", "1.5", "many", "1 2", "+1", "0x10", "99999999999999999999", "1K"])
  func `a count is a plain number in its range`(value: String) {
    let problems = read("[Limits]\nConnections=\(value)").problems.map(\.description)

    let sentence = "cannot use 'Connections=\(value)': expected a whole number from 1 to 65536"
    #expect(problems == ["a.conf:2: \(sentence)"])
  }

  @Test(arguments: ["0", "1025"])
  func `a limit of sessions has a range of its own`(value: String) {
    let problems = read("[Limits]\nScenesPerSession=\(value)").problems.map(\.description)

    #expect(problems == ["a.conf:2: cannot use 'ScenesPerSession=\(value)': expected a whole number from 1 to 1024"])
  }

  @Test(arguments: [("4096", 4096), ("4K", 4096), ("1M", 1 << 20), ("65537", 65_537)])
  func `a size may have a unit`(value: String, bytes: Int) {
    #expect(read("[Limits]\nSceneBytesPerUser=\(value)").configuration.limits.session.userBytes == bytes)
  }

  @Test(arguments: ["4095", "2M", "1G", "K", "4k", "4KB", "-4K", "9223372036854775807M"])
  func `a size outside its range is an error`(value: String) {
    let problems = read("[Limits]\nSceneBytesPerUser=\(value)").problems.map(\.description)

    #expect(problems == ["a.conf:2: cannot use 'SceneBytesPerUser=\(value)': expected a size from 4K to 1M"])
  }

  @Test(arguments: ["0%", "0.9%", "101%", "5", "+5%", "raw:5", "max", "five"])
  func `a floor never lets a screen go black`(value: String) {
    let problems = read("[Light backlight/a]\nFloor=\(value)").problems.map(\.description)

    #expect(problems == ["a.conf:2: cannot use 'Floor=\(value)': expected a percentage from 1% to 100%"])
  }

  @Test func `the end of a range is a share of the whole range, or steps`() {
    let problems = read("[Light backlight/a]\nMost=200%").problems.map(\.description)

    #expect(problems == ["a.conf:2: cannot use 'Most=200%': expected 0% to 100%, or a number of steps"])
  }

  @Test(arguments: [
    "-1", "1e3", "0x10", "1.0005", "200000.001", "1000000", ".5", "5.", "1,5", "inf", "ten", "1.2.3", "+1",
  ])
  func `lux are a plain number of what a sensor can measure`(value: String) {
    let problems = read("[Automatic]\nKeyboardBelow=\(value)").problems.map(\.description)

    let expected = "lux from 0 to 200000, with at most three decimals"
    #expect(problems == ["a.conf:2: cannot use 'KeyboardBelow=\(value)': expected \(expected)"])
  }

  @Test(arguments: [
    ("0:10% 10=25% 100:50%", "'10=25%' in Curve=: expected lux and a level, such as 100:42%"),
    ("0:10% 10:25", "'10:25' in Curve=: expected lux and a level, such as 100:42%"),
    ("0:10% 10:101%", "'10:101%' in Curve=: expected lux and a level, such as 100:42%"),
    ("0:10%, 10:20%", "'0:10%,' in Curve=: expected lux and a level, such as 100:42%"),
    ("0:10%:5", "'0:10%:5' in Curve=: expected lux and a level, such as 100:42%"),
    ("lamp", "'lamp' in Curve=: expected lux and a level, such as 100:42%"),
    ("10:25% 10:30%", "'10:30%' in Curve=: expected clearly more lux than in '10:25%'"),
    ("10:25% 10.01:30%", "'10.01:30%' in Curve=: expected clearly more lux than in '10:25%'"),
    ("100:25% 10:30%", "'10:30%' in Curve=: expected clearly more lux than in '100:25%'"),
    ("10:25% 100:24.9%", "'100:24.9%' in Curve=: expected a level no lower than in '10:25%'"),
    (
      (0...12).map { "\($0 * 10):\($0)%" }.joined(separator: " "),
      "'120:12%' in Curve=: expected at most 12 points"
    ),
  ])
  func `a point of a curve that is wrong is quoted`(value: String, problem: String) {
    let reading = read("[Light backlight/a]\nCurve=0:1%\nCurve=\(value)")

    #expect(reading.problems.map(\.description) == ["a.conf:3: cannot use \(problem)"])
    #expect(reading.configuration.overrides[LightID(.backlight, "a")]?.curve?.points.count == 1)
  }

  @Test(arguments: ["panel", "monitor", "keyboard", "a b", "a/b", "-a", "ü", String(repeating: "a", count: 65)])
  func `an alias differs from every other name of a light`(value: String) {
    #expect(!read("[Light backlight/a]\nAlias=\(value)").isValid)
  }

  @Test func `an alias belongs to one light`() {
    let reading = read("[Light backlight/b]\nAlias=x\n[Light backlight/a]\nAlias=x\n[Light leds/a]\nAlias=y")

    #expect(reading.problems.map(\.description) == ["a.conf:2: cannot use 'Alias=x': backlight/a has that name"])
    #expect(reading.configuration.overrides.values.compactMap(\.alias).sorted() == ["x", "y"])
  }

  @Test func `text of a file cannot break the line of a message`() {
    let problems = read("[Daemon]\nGroup=\u{1B}[31m\u{2028}\(String(repeating: "a", count: 60))").problems

    let shown = "\\u{1B}[31m\\u{2028}\(String(repeating: "a", count: 28))…"
    #expect(
      problems.map(\.description) == ["a.conf:2: cannot use 'Group=\(shown)': expected the name or number of a group"]
    )
  }
}

/// That of this thread: other tests run beside.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
