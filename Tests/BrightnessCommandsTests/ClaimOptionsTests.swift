import BrightnessControl
import BrightnessModel
import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct ClaimOptionsTests {
  @Test(arguments: [
    ("--max", [claim(.exactly, 100)]),
    ("--min", [claim(.exactly, 0)]),
    ("--at 60%", [claim(.exactly, 60)]),
    ("--at-least 20% --at-most 60%", [claim(.atLeast, 20), claim(.atMost, 60)]),
    ("--scale 50.5%", [claim(.scaled, 50.5)]),
    ("--max=panel", [claim(.exactly, 100, "panel")]),
    ("--at-least panel=20% --at-most=panel=60%", [claim(.atLeast, 20, "panel"), claim(.atMost, 60, "panel")]),
    ("--max=a --max=b", [claim(.exactly, 100, "a"), claim(.exactly, 100, "b")]),
    ("--min=panel --at keyboard=0%", [claim(.exactly, 0, "panel"), claim(.exactly, 0, "keyboard")]),
    ("--max=panel --at-most 30%", [claim(.exactly, 100, "panel"), claim(.atMost, 30)]),
    ("--at leds/a=b::kbd=50%", [claim(.exactly, 50, "leds/a=b::kbd")]),
  ])
  func `a claim is for all screens or for the light that it names`(words: String, claims: [SessionsInterface.Claim])
    throws
  {
    #expect(try hold(words).scene.claims == claims)
  }

  @Test func `options set the other fields of a scene`() throws {
    let scene = try hold(
      "--max --for 1h30m --name talk --reason hall --priority high --on-change rebase --fade 200ms"
    ).scene

    #expect(
      scene
        == SessionsInterface.SceneRequest(
          name: "talk",
          reason: "hall",
          claims: [claim(.exactly, 100)],
          priority: .high,
          onUserChange: .rebase,
          expires: .seconds(5400),
          fade: .milliseconds(200)
        )
    )
  }

  @Test func `the command after two hyphens gives the scene its name`() throws {
    let hold = try hold("--max -- /usr/bin/mpv --fs film.mkv")

    #expect(hold.command == ["/usr/bin/mpv", "--fs", "film.mkv"])
    #expect(hold.scene.name == "mpv")
    #expect(try self.hold("--max --name film -- mpv").scene.name == "film")
    #expect(try self.hold("--max").command == nil)
  }

  @Test(arguments: [
    ("", "'hold': expected a level such as --max or --at-most 30% after it"),
    ("--max=", "'--max=': expected the name of a light after it"),
    ("--at =30%", "'--at =30%': expected the name of a light before '='"),
    ("--at panel=", "'--at ': expected a percentage such as 40% or 50.5%"),
    ("--at panel=max", "'--at max': expected a percentage such as 40% or 50.5%"),
    ("--max mpv", "'mpv': expected -- before a command"),
    ("--max --", "'--': expected a command after it"),
    ("--at", "'--at': expected a percentage such as 60% after it"),
    ("--at +5%", "'--at +5%': expected a percentage such as 40% or 50.5%"),
    ("--max --for 10", "'--for 10': expected a time such as 200ms, 90s, 10m or 1h30m"),
    ("--max --priority urgent", "'--priority urgent': expected one of low, normal, high"),
    ("--max --on-change no", "'--on-change no': expected one of yield, rebase, cancel"),
    ("--max --name a --name b", "'--name': given twice"),
    ("--max --json -- mpv", "'--json': it conflicts with '--'"),
    ("--max --while-pid 1 -- mpv", "'--while-pid': it conflicts with '--'"),
    ("--max --while-pid -- mpv", "'--while-pid': expected a process number after it"),
    ("--max --while-pid 0", "'--while-pid 0': expected a process number from 1 to 2147483647"),
    ("--max --while-pid 2147483648", "'--while-pid 2147483648': expected a process number from 1 to 2147483647"),
    ("--scale 100.5%", "'--scale 100.5%': expected a percentage from 0 to 100"),
    ("--max --fade 2h", "'--fade 2h': expected a time from 0s to 1h"),
    ("--max --for 31d", "'--for 31d': expected a time from 1ms to 30d"),
    ("--max --best-effort", "'--best-effort': expected -- and a command after it"),
  ])
  func `invalid claims are refused without a daemon`(words: String, sentence: String) {
    let failure = #expect(throws: Failure.self) { try hold(words) }

    #expect(failure?.reason == "cannot use \(sentence)")
  }

  @Test func `before a command, a wrong command line has a status of its own`() {
    #expect(#expect(throws: Failure.self) { try hold("--maximum -- mpv") }?.status == .beforeCommand)
    #expect(#expect(throws: Failure.self) { try hold("--maximum") }?.status == .invalidArguments)
  }

  private func hold(_ words: String) throws -> HoldVerb {
    let request = try Invocation(["hold"] + words.split(separator: " ").map(String.init))
    guard case .run(let verb, _, _) = request else { throw UsageError.unknownVerb("hold") }
    return try #require(verb as? HoldVerb)
  }
}

private func claim(
  _ rule: SessionsInterface.Rule,
  _ percent: Double,
  _ light: String? = nil
) -> SessionsInterface.Claim {
  SessionsInterface.Claim(light: light, rule: rule, percent: percent)
}
