import CommandLines
import Testing

@testable import Commands

/// Command lines that people type, with the one that they mean. What only the daemon can refuse is in `ClientTypoTests`.
@Suite struct TypoTests {
  @Test(arguments: [
    // Words in another order, or joined.
    ("set panel 50%", "set 50% panel"), ("set panel keyboard 50%", "set 50% panel keyboard"),
    ("set keyboard=50%", "set 50% keyboard"), ("keyboard 50%", "set 50% keyboard"),
    ("keyboard=50%", "set 50% keyboard"),
    ("panel set 50", "set 50% panel"), ("keyboard off", "set min --allow-off keyboard"),
    // Levels.
    ("50%", "set 50%"), ("+5%", "set +5%"), ("max", "set max"), ("50", "set 50%"), ("set 50", "set 50%"),
    ("set 500", "set raw:500"), ("500", "set raw:500"), ("set +5", "set +5%"), ("set 10%-", "set -10%"),
    ("set 10%+ panel", "set +10% panel"), ("set off", "set min --allow-off"), ("off", "set min --allow-off"),
    ("set full", "set max"),
    // Options that are plain words here.
    ("set 50% -d panel", "set 50% panel"), ("-d panel set 50", "set 50% panel"),
    ("set 50% --device=panel", "set 50% panel"), ("set 50% --panel", "set 50% panel"),
    ("get --keyboard", "get keyboard"),
    // Steps.
    ("up +5%", "up 5%"), ("up -5%", "down 5%"), ("down -5%", "down 5%"), ("up 5", "up 5%"), ("down 10%-", "down 10%"),
    ("up 500", "up raw:500"),
    // Times.
    ("hold --max --for 10min", "hold --max --for 10m"), ("hold --max --for=10", "hold --max --for=10s"),
    ("set 50% --fade 200", "set 50% --fade 200ms"), ("list --timeout 5", "list --timeout 5s"),
    // Verbs and options of other programs.
    ("-l", "list"), ("info", "list"), ("ls", "list"), ("status", ""), ("inc", "up"), ("inc 5", "up 5%"),
    ("dec 5%", "down 5%"),
    ("version", "--version"), ("-A 10", "up 10%"), ("-set 40", "set 40%"), ("stop film", "cancel film"),
    // Misspelt.
    ("sett 40%", "set 40%"), ("sett", "set"), ("gte", "get"), ("hlep", "help"), ("lst", "list"),
    ("help hodls", "help holds"),
    ("--jsno", "--json"), ("set --fad 1s 5%", "set --fade 1s 5%"), ("hold --atmost 30%", "hold --at-most 30%"),
    ("hold --atmost=30%", "hold --at-most=30%"), ("hold --max --priority hihg", "hold --max --priority high"),
    ("watch --format=waybra", "watch --format=waybar"),
    // Holds without two hyphens, without a level, or with the light after a space.
    ("hold --at-most 30% mpv film.mkv", "hold --at-most 30% -- mpv film.mkv"),
    ("hold --at-most 30% mpv --fs film.mkv", "hold --at-most 30% -- mpv --fs film.mkv"),
    ("hold --at-most 30% mpv -f --json", "hold --at-most 30% -- mpv -f --json"),
    ("hold mpv film.mkv", "hold --max -- mpv film.mkv"), ("hold 30%", "hold --at 30%"), ("hold 30", "hold --at 30%"),
    ("hold 30% mpv film.mkv", "hold --at 30% -- mpv film.mkv"), ("hold --max panel", "hold --max=panel"),
    ("hold --min backlight/a", "hold --min=backlight/a"), ("hold --max panel mpv", "hold --max=panel -- mpv"),
    ("hold --max mpv", "hold --max -- mpv"), ("hold --max ./film.sh", "hold --max -- ./film.sh"),
    ("hold --at 30", "hold --at 30%"), ("hold --at panel=30", "hold --at panel=30%"),
    ("hold --at=panel=30 -- mpv", "hold --at=panel=30% -- mpv"),
  ])
  func `a mistake is answered by the command line that is meant`(typed: String, meant: String) throws {
    let failure = #expect(throws: Failure.self) { try Invocation(typed.split(separator: " ").map(String.init)) }

    let suggestion = meant.isEmpty ? "brightness" : "brightness \(meant)"
    #expect(failure?.hint == "did you mean `\(suggestion)`?")
    #expect(failure?.status == (typed.contains(" -- ") ? .beforeCommand : .invalidArguments))
  }

  @Test(arguments: [
    "brighten", "", "-x", "--", "--fade 1s", "list --fade 1s", "set", "set 5% --fade soon", "set 5% --fade 2h",
    "set 50bogus",
    "set 101%", "down +5%", "hold", "hold --name a", "hold -- mpv", "hold --at 130", "hold --max --for 40d", "help 50%",
    "set --json 5% --json", "get --raw --percent", "list a",
  ])
  func `nothing is guessed where no command line is likely`(typed: String) throws {
    #expect(Correction.of(typed.split(separator: " ", omittingEmptySubsequences: false).map(String.init)) == nil)
  }

  @Test(arguments: ["-q set 50%", "-m", "set 50% -n5", "--pretend set 50%", "-s set 10%"])
  func `an option of brightnessctl is known`(typed: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(typed.split(separator: " ").map(String.init)) }

    #expect(failure?.hint == "link this program as brightnessctl to use the options of that; see brightness(1)")
  }

  @Test(arguments: [
    ("two words", "'two words'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("", "''"), ("日本", "日本"),
  ])
  func `a suggestion can be copied into a shell`(word: String, shown: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(["hold", "--max", "mpv", word]) }

    #expect(failure?.hint == "did you mean `brightness hold --max -- mpv \(shown)`?")
  }

  @Test func `no suggestion has control characters or very long words`() {
    for word in ["a\u{1B}[2J", String(repeating: "a", count: 1000)] {
      let failure = #expect(throws: Failure.self) { try Invocation(["hold", "--max", "mpv", word]) }
      #expect(failure?.hint == "see `brightness help hold`")
    }
  }
}
