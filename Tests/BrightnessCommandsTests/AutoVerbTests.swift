import BrightnessControl
import BrightnessVarlink
import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct AutoVerbTests {
  private typealias Event = AutomaticInterface.Event

  @Test(
    arguments: [
      (["auto"], .status), (["auto", "history"], .history), (["auto", "on"], .change(.on, lights: [])),
      (["auto", "off", "panel"], .change(.off, lights: ["panel"])),
      (["auto", "forget", "panel", "DP-1"], .change(.forget, lights: ["panel", "DP-1"])),
    ] as [([String], AutoVerb.Action)]
  )
  func `a change may be followed by lights`(words: [String], action: AutoVerb.Action) throws {
    guard case .run(let verb as AutoVerb, _, _) = try Invocation(words) else { return #expect(Bool(false)) }

    #expect(verb == AutoVerb(action: action, isJSON: false))
  }

  @Test(arguments: [
    ("auto no", "'no': expected on, off, forget or history; did you mean `brightness auto off`?"),
    ("auto enable", "'enable': expected on, off, forget or history; did you mean `brightness auto on`?"),
    ("auto status", "'status': expected on, off, forget or history; did you mean `brightness auto`?"),
    ("auto reset panel", "'reset': expected on, off, forget or history; did you mean `brightness auto forget panel`?"),
    ("auto forgt panel", "'forgt': expected on, off, forget or history; did you mean `brightness auto forget panel`?"),
    ("auto panel on", "'panel': expected on, off, forget or history; did you mean `brightness auto on panel`?"),
    ("auto panel", "'panel': expected on, off, forget or history; see `brightness help auto`"),
  ])
  func `another word is refused with what is meant`(typed: String, message: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(typed.split(separator: " ").map(String.init)) }

    #expect(failure?.message == "cannot use \(message)")
  }

  @Test func `the history is of all lights`() {
    let failure = #expect(throws: Failure.self) { try Invocation(["auto", "history", "panel"]) }

    #expect(failure?.message.hasPrefix("cannot use 'panel': expected no more arguments") == true)
  }

  @Test func `an event is told in a line`() {
    func line(
      _ kind: AutomaticInterface.EventKind,
      lux: Double? = nil,
      level: Double? = nil,
      reason: String? = nil
    ) -> String {
      let light = [.reading, .sensor].contains(kind) ? nil : "ddc/A"
      return Event(age: .seconds(61), kind: kind, lux: lux, light: light, level: level, reason: reason).line
    }

    #expect(line(.reading, lux: 3.5) == "1m1s ago  3.5 lux")
    #expect(line(.sensor, reason: "it fails") == "1m1s ago  it fails")
    #expect(line(.turnedOn) == "1m1s ago  ddc/A on")
    #expect(line(.turnedOff) == "1m1s ago  ddc/A off")
    #expect(line(.adapted, level: 52.5) == "1m1s ago  ddc/A adapted to 52.5%")
    #expect(line(.changed, level: 40) == "1m1s ago  ddc/A is at 40%")
    #expect(line(.paused, reason: "it was switched off") == "1m1s ago  ddc/A paused: it was switched off")
    #expect(line(.resumed) == "1m1s ago  ddc/A on again")
  }

  @Test func `without lights the daemon chooses them, and each other name is a call of its own`() throws {
    let daemon = try PlayedDaemon()

    _ = try daemon.change(.on, [])
    _ = try daemon.change(.off, ["panel"])
    let (changed, failures) = try daemon.change(.forget, ["DP-1", "intel_backlight", "DP-1"])

    #expect(changed.map(\.light) == [Light.monitor.id, Light.panel.id])
    #expect(failures.isEmpty)
    #expect(
      daemon.calls == [
        "TurnOn {}", #"TurnOff {"light":"panel"}"#, #"Forget {"light":"ddc/DEL-a0b1-777"}"#,
        #"Forget {"light":"backlight/intel_backlight"}"#,
      ]
    )
  }

  @Test func `an unknown name fails before any light is changed`() throws {
    let daemon = try PlayedDaemon()

    let failure = #expect(throws: Failure.self) { try daemon.change(.on, ["panel", "kitchen"]) }

    #expect(failure?.code == .noSuchLight)
    #expect(failure?.reason.hasPrefix("cannot find 'kitchen': expected ") == true)
    #expect(daemon.calls.isEmpty)
  }

  @Test func `of several lights one that fails leaves the others changed`() throws {
    let daemon = try PlayedDaemon(.notAutomatic(light: Light.monitor.id, reason: "Automatic=no"))

    let (changed, failures) = try daemon.change(.on, ["DP-1", "panel"])

    #expect(changed.map(\.light) == ["panel"])
    #expect(
      failures.map(\.message) == ["cannot turn on automatic brightness of 'ddc/DEL-a0b1-777': Automatic=no"]
    )
  }

  @Test func `if all lights fail, so does the call`() throws {
    let daemon = try PlayedDaemon(.notAutomatic(light: "DP-1", reason: "Automatic=no"))

    let failure = #expect(throws: Failure.self) { try daemon.change(.on, ["DP-1", "monitor"]) }

    #expect((failure?.code, failure?.status) == (.notAutomatic, .failed))
  }

  @Test func `without a sensor the error points to doctor`() throws {
    let reason = "no light sensor was found in '/sys/bus/iio/devices'"
    let daemon = try PlayedDaemon(.noSensor(reason: reason))

    let failure = #expect(throws: Failure.self) { try daemon.change(.on, []) }

    #expect((failure?.code, failure?.status) == (.noSensor, .failed))
    #expect(failure?.message == "cannot turn on automatic brightness: \(reason); see `brightness doctor`")
  }

  @Test func `a light that is not known is explained with all names`() throws {
    let daemon = try PlayedDaemon(.noSuchLight(light: "panl", known: []))

    let failure = #expect(throws: Failure.self) { try daemon.change(.off, ["panl"]) }

    #expect((failure?.code, failure?.status) == (.noSuchLight, .noSuchLight))
    #expect(failure?.hint == "did you mean `panel`?")
  }

  @Test func `an older daemon is named as the reason`() throws {
    let daemon = try PlayedDaemon(isOld: true)

    let failure = #expect(throws: Failure.self) { try daemon.change(.on, ["panel"]) }

    #expect((failure?.code, failure?.status) == (.failed, .failed))
    #expect(
      failure?.message
        == "cannot turn on automatic brightness of 'panel': the daemon is too old for it; update brightnessd, and restart it"
    )
  }
}

extension PlayedDaemon {
  /// A daemon with three lights that answers each change with the light that it names. It refuses
  /// to change the light of `error`, and without a light there all of them. One that `isOld` has no
  /// automatic brightness.
  fileprivate convenience init(_ error: AutomaticError? = nil, isOld: Bool = false) throws {
    try self.init { log in
      let lights = ServedInterface(
        LightsInterface.self,
        [
          ServedMethod { (call: MethodCall<LightsInterface.List>, _) in
            call.reply(.init(lights: [.panel, .keyboard, .monitor]))
          }
        ]
      )
      let automatic = ServedInterface(
        AutomaticInterface.self,
        [
          ServedMethod { (call: MethodCall<AutomaticInterface.TurnOn>, request: AutomaticInterface.TurnOn) in
            log.append(request)
            if let error, error.concerns(request.light) { return call.fail(error) }
            call.reply(.init(lights: [.on(request.light)]))
          },
          ServedMethod { (call: MethodCall<AutomaticInterface.TurnOff>, request: AutomaticInterface.TurnOff) in
            log.append(request)
            if let error, error.concerns(request.light) { return call.fail(error) }
            call.reply(.init(lights: [.on(request.light)]))
          },
          ServedMethod { (call: MethodCall<AutomaticInterface.Forget>, request: AutomaticInterface.Forget) in
            log.append(request)
            call.reply(.init(lights: [.on(request.light)]))
          },
        ]
      )
      return isOld ? [lights] : [lights, automatic]
    }
  }

  fileprivate func change(
    _ change: AutoVerb.Change,
    _ lights: [String]
  ) throws(Failure) -> (changed: [FollowingLight], failures: [Failure]) {
    try run { (client) throws(Failure) in try await change.make(on: lights, by: client) }
  }
}

extension AutomaticError {
  fileprivate func concerns(_ name: String?) -> Bool {
    guard case .notAutomatic(let light, _) = self else { return true }
    return light == name || name == "monitor"
  }
}

extension FollowingLight {
  fileprivate static func on(_ light: String?) -> FollowingLight {
    FollowingLight(light: light ?? "all", mode: .on, curve: [], offset: 0)
  }
}
