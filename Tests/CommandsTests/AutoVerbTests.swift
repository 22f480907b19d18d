import BrightnessControl
import BrightnessVarlink
import CommandLines
import Testing

@testable import Commands

@Suite struct AutoVerbTests {
  @Test(
    arguments: [
      (["auto"], nil, []), (["auto", "on"], .on, []), (["auto", "off", "panel"], .off, ["panel"]),
      (["auto", "forget", "panel", "DP-1"], .forget, ["panel", "DP-1"]),
    ] as [([String], AutoVerb.Action?, [String])]
  )
  func `an action may be followed by lights`(words: [String], action: AutoVerb.Action?, lights: [String]) throws {
    guard case .run(let verb as AutoVerb, _, _) = try Invocation(words) else { return #expect(Bool(false)) }

    #expect(verb == AutoVerb(action: action, lights: lights, isJSON: false))
  }

  @Test(arguments: [
    ("auto no", "'no': expected on, off or forget; did you mean `brightness auto on`?"),
    ("auto forgt panel", "'forgt': expected on, off or forget; did you mean `brightness auto forget panel`?"),
    ("auto panel on", "'panel': expected on, off or forget; did you mean `brightness auto on panel`?"),
    ("auto panel", "'panel': expected on, off or forget; see `brightness help auto`"),
  ])
  func `another word is refused with what is meant`(typed: String, message: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(typed.split(separator: " ").map(String.init)) }

    #expect(failure?.message == "cannot use \(message)")
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
    _ action: AutoVerb.Action,
    _ lights: [String]
  ) throws(Failure) -> (changed: [FollowingLight], failures: [Failure]) {
    let verb = AutoVerb(action: action, lights: lights, isJSON: false)
    return try run { (client) throws(Failure) in try await verb.change(action, by: client) }
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
