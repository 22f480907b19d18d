import BrightnessControl
import BrightnessVarlink
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct FailureTests {
  @Test(arguments: [
    (ControlError.service(.permissionDenied), Failure.Code.permissionDenied, Commands.ExitStatus.failed),
    (.lights(.notWritable(light: "a", reason: "b")), .notWritable, .failed),
    (.lights(.outOfRange(light: "a", reason: "b")), .outOfRange, .failed),
    (.lights(.noSuchLight(light: "a", known: [])), .noSuchLight, .noSuchLight),
    (.lights(.ambiguousLight(light: "a", known: [])), .ambiguousLight, .noSuchLight),
    (.lights(.noLights), .noLights, .noSuchLight), (.sessions(.noSuchSession(session: 7)), .noSuchHold, .failed),
    (.automatic(.noSuchLight(light: "a", known: [])), .noSuchLight, .noSuchLight),
    (.automatic(.ambiguousLight(light: "a", known: [])), .ambiguousLight, .noSuchLight),
    (.automatic(.noLights), .noLights, .noSuchLight), (.automatic(.noSensor(reason: "b")), .noSensor, .failed),
    (.automatic(.notAutomatic(light: "a", reason: "b")), .notAutomatic, .failed),
    (.sessions(.invalidClaim(field: "light", reason: "b")), .noSuchLight, .noSuchLight),
    (.sessions(.invalidClaim(field: "claims", reason: "b")), .invalidClaim, .failed),
    (.sessions(.tooMany(what: "scenes", limit: 16)), .tooMany, .failed),
    (.service(.methodNotFound("a")), .failed, .failed),
    (.call(.disconnected(.silent(.seconds(15)))), .timeout, .unreachable),
    (.call(.disconnected(.reset)), .unreachable, .unreachable),
  ])
  func `each kind of error has its code and its exit status`(
    error: ControlError,
    code: Failure.Code,
    status: Commands.ExitStatus
  ) {
    let failure = Failure(error, cannot: "set", "panel")

    #expect((failure.code, failure.status) == (code, status))
  }

  @Test(arguments: [
    (Failure.Code.invalidArguments, Commands.ExitStatus.invalidArguments), (.unreachable, .unreachable),
    (.noSuchLight, .noSuchLight), (.failed, .failed),
  ])
  func `a failure without an exit status of its own has that of its code`(
    code: Failure.Code,
    status: Commands.ExitStatus
  ) {
    #expect(Failure(code, reason: "a").status == status)
    #expect(Failure(code, status: .beforeCommand, reason: "a").status == .beforeCommand)
  }

  @Test(arguments: [
    (ControlError.sessions(.invalidClaim(field: "expiresMilliseconds", reason: "b")), "cannot use '--for': b"),
    (.sessions(.invalidClaim(field: "claims", reason: "b")), "cannot claim 'claims': b"),
    (.sessions(.tooMany(what: "name", limit: 9)), "cannot use '--name': expected at most 9 bytes"),
    (.sessions(.tooMany(what: "claims", limit: 9)), "cannot hold 'lights': expected at most 9 levels"),
    (
      .sessions(.tooMany(what: "sceneBytes", limit: 9)),
      "cannot hold 'lights': expected at most 9 bytes of all your holds"
    ),
    (.sessions(.tooMany(what: "other", limit: 9)), "cannot add 'other': 9 at most are allowed"),
    (.service(.invalidParameter("fadeMilliseconds", reason: "b")), "cannot use '--fade': b"),
  ])
  func `a refused field of a call is named by its option`(error: ControlError, sentence: String) {
    #expect(Failure(error, cannot: "hold", "lights").message == sentence)
  }

  @Test(arguments: ["get", "set"])
  func `a light that cannot be read or written is reported with the verb and its id`(verb: String) {
    let error = ControlError.lights(.notWritable(light: "ddc/DEL-a0b1-777", reason: "it is asleep"))

    #expect(Failure(error, cannot: verb, "DP-1").message == "cannot \(verb) 'ddc/DEL-a0b1-777': it is asleep")
  }

  @Test func `a connection that the daemon closed is reported in these words`() {
    let failure = Failure(.call(.disconnected(.finished)), cannot: "get", "HDMI-A-1")

    #expect(failure.message == "cannot get 'HDMI-A-1': the daemon closed the connection; see its log")
    #expect(failure.status == .unreachable)
  }

  @Test func `permission denied names those who are allowed`() {
    let set = Failure(.service(.permissionDenied), cannot: "set", "panel")
    let cancel = Failure(.service(.permissionDenied), cannot: "cancel", "session 7", needing: .endSessionsOfOthers)

    #expect(
      set.message
        == "cannot set 'panel': permission denied; allowed for root, the user of the active session and the groups that "
        + "`brightness doctor` names"
    )
    #expect(
      cancel.message
        == "cannot cancel 'session 7': permission denied; only root may end sessions of other users"
    )
  }
}
