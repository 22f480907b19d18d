import CommandLines
import ControlAPI
import Model
import Testing

@testable import Commands

@Suite struct ClaimOptionsTests {
  @Test(arguments: [
    ("--max", [claim(.exactly, 100)]),
    ("--min", [claim(.exactly, 0)]),
    ("--at 60%", [claim(.exactly, 60)]),
    ("--at-least 20% --at-most 60%", [claim(.atLeast, 20), claim(.atMost, 60)]),
    ("--scale 50.5%", [claim(.scaled, 50.5)]),
    ("--max --light panel", [claim(.exactly, 100, "panel")]),
    ("--light panel --max", [claim(.exactly, 100, "panel")]),
    ("--at-least 20% --at-most 60% --light panel", [claim(.atLeast, 20, "panel"), claim(.atMost, 60, "panel")]),
    ("--max --light a --light b", [claim(.exactly, 100, "a"), claim(.exactly, 100, "b")]),
    ("--max --light panel --at 0% --light keyboard", [claim(.exactly, 100, "panel"), claim(.exactly, 0, "keyboard")]),
    ("--max --light panel --at-most 30%", [claim(.exactly, 100, "panel"), claim(.atMost, 30)]),
    ("--light a --light b --max", [claim(.exactly, 100, "a"), claim(.exactly, 100, "b")]),
  ])
  func `a light applies to the claims before it`(words: String, claims: [SessionsInterface.Claim]) throws {
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
    ("", "'hold': expected a claim such as --max or --at-most 30% after it"),
    ("--light panel", "'hold': expected a claim such as --max or --at-most 30% after it"),
    ("--max mpv", "'mpv': expected no more arguments"),
    ("--light a --max --at-most 30% --light b", "'--light a': expected a claim before it, as before the others"),
    ("--light a --max --light b --at 10%", "'--light a': expected a claim before it, as before the others"),
    ("--max --", "'--': expected a command after it"),
    ("--at", "'--at': expected a percentage such as 60% after it"),
    ("--at +5%", "'--at +5%': expected a percentage such as 40% or 50.5%"),
    ("--at max", "'--at max': expected a percentage such as 40% or 50.5%"),
    ("--max --for 10", "'--for 10': expected a time such as 200ms, 90s, 10m or 1h30m"),
    ("--max --priority urgent", "'--priority urgent': expected one of low, normal, high"),
    ("--max --on-change no", "'--on-change no': expected one of yield, rebase, cancel"),
    ("--max --name a --name b", "'--name': given twice"),
    ("--max --json -- mpv", "'--json': it conflicts with '--'"),
  ])
  func `invalid claims are refused without a daemon`(words: String, sentence: String) {
    let failure = #expect(throws: Failure.self) { try hold(words) }

    #expect(failure?.reason == "cannot use \(sentence)")
  }

  private func hold(_ words: String) throws -> HoldVerb {
    let request = try Request(["hold"] + words.split(separator: " ").map(String.init))
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
