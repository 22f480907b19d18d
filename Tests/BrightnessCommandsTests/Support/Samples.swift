import BrightnessControl
import BrightnessModel

@testable import BrightnessCommands
@testable import Commands

protocol Changeable {}

extension Changeable {
  func with(_ change: (inout Self) -> Void) -> Self {
    var changed = self
    change(&changed)
    return changed
  }
}

extension Light: Changeable {}
extension Session: Changeable {}
extension AutomaticInterface.Report.Reply: Changeable {}

extension Light {
  static let panel = Light(
    id: "backlight/intel_backlight",
    kind: .panel,
    raw: 7680,
    maximum: 19_200,
    level: 40,
    base: 40,
    baseRaw: 7680,
    floor: 1,
    state: .free
  )
  static let keyboard = Light(
    id: "leds/tpacpi::kbd_backlight",
    kind: .keyboard,
    raw: 1,
    maximum: 3,
    level: 33.333333,
    base: 33.333333,
    baseRaw: 1,
    floor: 0,
    state: .free
  )
  static let monitor = Light(
    id: "ddc/DEL-a0b1-777",
    kind: .monitor,
    model: "DELL U2720Q",
    connector: "DP-1",
    raw: 0,
    maximum: 0,
    level: 0,
    base: 0,
    baseRaw: 0,
    floor: 0,
    state: .unread
  )
}

extension Session {
  static let film = Session(
    id: 7,
    uid: 1000,
    pid: 4711,
    age: .seconds(3700),
    suspended: false,
    scenes: [
      .init(
        id: 1,
        name: "film",
        reason: "the evening",
        claims: [.init(rule: .atMost, percent: 30)],
        priority: .normal,
        onUserChange: .yield,
        appeared: true,
        deciding: true,
        yielded: [],
        remaining: .seconds(600)
      )
    ]
  )
}

extension AutomaticInterface.Report.Reply {
  /// A sensor that was read in an office.
  static let office = Self(
    sensor: .init(
      name: "als",
      device: "iio:device0",
      unit: .lux,
      state: .reading,
      lux: 310.4,
      age: .milliseconds(2400)
    ),
    unusedSensors: [],
    lux: 299.9,
    lights: []
  )
}

extension HealthInterface.Report.Reply {
  static let healthy = running(for: .zero)

  static func running(for age: Duration) -> Self {
    Self(
      version: Version.current,
      age: age,
      sysfs: "/sys",
      mayChange: true,
      groups: [],
      unusedLights: [],
      pendingRestores: [],
      configProblems: [],
      externalChanges: [],
      monitorWrites: []
    )
  }
}

extension Findings {
  /// What is found by a check.
  static func found(_ check: (inout Findings) -> Void) -> [Finding] {
    var findings = Findings()
    check(&findings)
    return findings.all
  }
}

extension Screen {
  static let file = Screen(columns: nil) { _ in nil }

  /// A terminal without colours.
  static func terminal(_ columns: Int, isUnicode: Bool = true) -> Screen {
    Screen(columns: columns) { ["NO_COLOR": "1", "LANG": isUnicode ? "C.UTF-8" : "C"][$0] }
  }
}

extension Invocation {
  init(_ words: [String]) throws(Failure) { try self.init(words, of: .brightness) }
}

extension Completion {
  init(_ words: [String]) { self.init(words, of: .brightness) }
}
