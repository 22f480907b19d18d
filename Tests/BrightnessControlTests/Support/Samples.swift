import BrightnessControl
import BrightnessModel
import BrightnessVarlink

extension Exchange {
  /// Every call and reply of the daemon, with each nullable field present and absent.
  static let all = automatic + health + lights + sessions + errors

  private static let automatic =
    of([AutomaticInterface.Report()], [.minimal, .early, .full])
    + of([AutomaticInterface.TurnOn(light: "panel"), .init()], [.init(lights: [.minimal, .full])])
    + of([AutomaticInterface.TurnOff(light: "panel"), .init()], [.init(lights: [.full, .minimal])])
    + of([AutomaticInterface.Forget(light: "panel"), .init()], [.init(lights: [.minimal, .full])])
    + of([AutomaticInterface.History()], [.init(events: [.minimal, .full])])
    + of([AutomaticInterface.Feed(name: "desk", lux: 310.5)], [.init()])

  private static let health =
    of([HealthInterface.Report()], [.minimal, .full])
    + of([HealthInterface.AllowMonitor(light: "DP-1")], [.init(wasBlocked: true)])

  private static let lights =
    of([LightsInterface.List()], [.init(lights: []), .init(lights: [.full, .minimal])])
    + of([LightsInterface.Get(light: "panel"), .init()], [.init(light: .full), .init(light: .minimal)])
    + of(
      [
        LightsInterface.Set(
          light: "panel",
          level: .percent(37.5),
          fade: .milliseconds(200),
          allowOff: true,
          forNow: true
        ),
        .init(level: .changePercent(-5)), .init(level: .raw(7)), .init(level: .changeRaw(-1)),
      ],
      [
        .init(lights: [.minimal, .full], leftOut: []),
        .init(lights: [], leftOut: [.init(light: "ddc/b", reason: "it is asleep", pending: true)]),
      ]
    )
    + of(
      [LightsInterface.Watch(light: "monitor"), .init()],
      [
        .init(light: .full, cause: .hold, sequence: 3, pid: 4711), .init(light: .minimal, cause: .initial, sequence: 1),
      ]
    )

  private static let sessions =
    of([SessionsInterface.Push(scene: .full), .init(scene: .minimal)], [.init(scene: 1)])
    + of([SessionsInterface.OnAppear(scene: 1)], [NoFields()])
    + of([SessionsInterface.OnDisappear(scene: 2)], [NoFields()])
    + of([SessionsInterface.PopFrom(scene: 3)], [NoFields()])
    + of(
      [SessionsInterface.Hold(scene: .full), .init(scene: .minimal)],
      [.init(scene: 1, event: .holding), .init(scene: 1, event: .yielded, light: "backlight/a")]
    )
    + of([SessionsInterface.List()], [.init(sessions: []), .init(sessions: [.full, .minimal])])
    + of([SessionsInterface.Watch()], [NoFields()])
    + of([SessionsInterface.Cancel(session: 7)], [NoFields()])
    + of([SessionsInterface.Reset(all: true), .init()], [.init(sessions: 2)])

  private static let errors =
    AutomaticError.samples.map { Exchange(AutomaticInterface.name, $0) }
    + LightsError.samples.map { Exchange(LightsInterface.name, $0) }
    + SessionsError.samples.map { Exchange(SessionsInterface.name, $0) }
}

extension AutomaticError {
  static let samples: [AutomaticError] = [
    .noSensor(reason: "no light sensor was found"), .notAutomatic(light: "leds/b", reason: "it is an indicator"),
    .noSuchLight(light: "lamp", known: ["backlight/a"]), .ambiguousLight(light: "a", known: ["backlight/a", "leds/a"]),
    .noLights,
  ]
}

extension LightsError {
  static let samples: [LightsError] = [
    .noSuchLight(light: "lamp", known: ["backlight/a"]), .ambiguousLight(light: "a", known: ["backlight/a", "leds/a"]),
    .noLights,
    .notWritable(light: "a", reason: "read only"), .outOfRange(light: "a", reason: "it has 7 steps"),
    .sessionEnded, .anotherCall,
  ]
}

extension SessionsError {
  static let samples: [SessionsError] = [
    .noSuchScene(scene: 1), .noSuchSession(session: 2), .invalidClaim(field: "percent", reason: "it is 101"),
    .tooMany(what: "scenes", limit: 16), .sessionEnded, .anotherCall,
  ]
}

extension LightsInterface.Light {
  static let minimal = Self(
    id: "backlight/a",
    kind: .panel,
    raw: 37,
    maximum: 100,
    level: 37,
    base: 37,
    baseRaw: 37,
    floor: 1,
    state: .free
  )

  static let full = Self(
    id: "leds/b",
    kind: .keyboard,
    alias: "keys",
    model: "DELL U2720Q",
    connector: "DP-1",
    raw: 1,
    maximum: 2_147_483_647,
    level: 0.1,
    base: 50.5,
    baseRaw: 1_084_479_242,
    floor: 0,
    state: .restoring,
    session: 7,
    scene: 3,
    reason: "input/output error",
    automatic: .paused
  )
}

extension AutomaticInterface.FollowingLight {
  static let minimal = Self(light: "backlight/a", mode: .off, curve: [], offset: 0)
  static let full = Self(
    light: "leds/b",
    mode: .paused,
    pause: .otherProgram,
    reason: "another program changes it",
    curve: [.init(lux: 0, level: 10, taught: true), .init(lux: 10_000.5, level: 100, taught: false)],
    offset: -5.5,
    waits: .milliseconds(1500)
  )
}

extension AutomaticInterface.Event {
  static let minimal = Self(age: .zero, kind: .turnedOn)
  static let full = Self(
    age: .milliseconds(1500),
    kind: .adapted,
    lux: 310.25,
    light: "leds/b",
    level: 52.5,
    reason: "another program changes it"
  )
}

extension AutomaticInterface.Report.Reply {
  static let minimal = Self(unusedSensors: [], lights: [])
  static let full = Self(
    sensor: .init(
      name: "als",
      device: "iio:device0",
      unit: .lux,
      state: .panelOff,
      lux: 310.25,
      age: .milliseconds(2000),
      reason: "the sensor is not read while the panel is off"
    ),
    noSensor: "the configuration says that none is used",
    unusedSensors: [.init(name: "als", device: "iio:device1", reason: "it is beside the keyboard")],
    lux: 300,
    lights: [.full, .minimal]
  )
  /// A sensor that was not read yet.
  static let early = Self(
    sensor: .init(name: "als", device: "iio:device0", unit: .unknown, state: .idle),
    unusedSensors: [],
    lights: []
  )
}

extension SessionsInterface.Claim {
  static let minimal = Self(rule: .atMost, percent: 30)
  static let full = Self(light: "keyboard", rule: .exactly, percent: 0.5)
}

extension SessionsInterface.SceneRequest {
  static let minimal = Self(claims: [])
  static let full = Self(
    name: "film",
    reason: "\"Stalker\"\n",
    claims: [.minimal, .full],
    priority: .high,
    onUserChange: .rebase,
    expires: .seconds(600),
    fade: .zero
  )
}

extension SessionsInterface.Session {
  static let minimal = Self(id: 1, uid: 1000, age: .zero, suspended: false, scenes: [])
  static let full = Self(
    id: 2,
    uid: 0,
    pid: 1,
    age: .seconds(86400),
    suspended: true,
    scenes: [
      .init(
        id: 1,
        claims: [.full, .minimal],
        priority: .low,
        onUserChange: .cancel,
        appeared: false,
        deciding: false,
        yielded: []
      ),
      .init(
        id: 2,
        name: "film",
        reason: "it is dark",
        claims: [],
        priority: .normal,
        onUserChange: .yield,
        appeared: true,
        deciding: true,
        yielded: ["backlight/panel"],
        remaining: .milliseconds(1)
      ),
    ]
  )
}

extension HealthInterface.Report.Reply {
  static let minimal = Self(
    version: Version.current,
    age: .zero,
    sysfs: "/sys",
    mayChange: false,
    groups: [],
    unusedLights: [],
    pendingRestores: [.init(light: "leds/b", raw: 1, maximum: 3)],
    configProblems: [],
    externalChanges: [],
    monitorWrites: []
  )
  static let full = Self(
    version: "0.0.9",
    age: .milliseconds(1500),
    sysfs: "/tmp/tree",
    mayChange: true,
    groups: ["video", "44"],
    unusedLights: [
      .init(light: "backlight/b", reason: .behind, sentence: "'backlight/a' lights the same panel"),
      .init(light: "ddc/card1-DP-5", reason: .unreachable, sentence: "no bus", leavesScreen: true),
    ],
    pendingRestores: [.init(light: "backlight/a", raw: 60, maximum: 100, reason: "it is not there")],
    corruptRecord: "cannot trust 'restore-records': it is truncated or corrupt",
    lastingProblem: "cannot create '/var/lib/brightnessd': read-only file system",
    configProblems: [
      .init(file: "/etc/brightnessd.conf", sentence: "cannot read it", ignored: false),
      .init(file: "/etc/brightnessd.conf", line: 3, sentence: "no such key is known", ignored: true),
    ],
    externalChanges: [.init(light: "backlight/a", source: .program, count: 2, age: .milliseconds(1500))],
    monitorWrites: [.init(light: "ddc/DEL-a0b1-777", all: 12, forPrograms: 4)]
  )
}
