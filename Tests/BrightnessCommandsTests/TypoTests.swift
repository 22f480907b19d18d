import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

/// Command lines that people type, with the one that they mean. What only the daemon can refuse is
/// in `ClientTypoTests`.
@Suite struct TypoTests {
  @Test(arguments: [
    // Words in another order, or joined.
    ("set panel 50%", "set 50% panel"), ("set panel keyboard 50%", "set 50% panel keyboard"),
    ("set keyboard=50%", "set 50% keyboard"), ("keyboard 50%", "set 50% keyboard"),
    ("keyboard=50%", "set 50% keyboard"),
    ("panel set 50", "set 50% panel"), ("keyboard off", "set min --allow-off keyboard"),
    // Levels.
    ("50%", "set 50%"), ("+5%", "set +5%"), ("max", "set max"), ("50", "set 50%"), ("set 50", "set 50%"),
    ("set 500", "set raw:500 panel"), ("500", "set raw:500 panel"), ("set 500 keyboard", "set raw:500 keyboard"),
    ("set -500", "set raw:-500 panel"), ("set 50 %", "set 50%"), ("set 50 % panel", "set 50% panel"),
    ("set on", "set max"), ("set +5", "set +5%"), ("set 10%-", "set -10%"),
    ("set 10%+ panel", "set +10% panel"), ("set off", "set min --allow-off"), ("off", "set min --allow-off"),
    ("set full", "set max"), ("set =50%", "set 50%"), ("=50", "set 50%"), ("set 50%%", "set 50%"),
    ("set 50,5%", "set 50.5%"), ("hold --at 30,5%", "hold --at 30.5%"),
    ("set panel:50%", "set 50% panel"), ("set leds/a::b:50", "set 50% leds/a::b"), ("set --max", "set max"),
    ("set --off panel", "set min --allow-off panel"),
    // Options that are plain words here.
    ("set 50% -d panel", "set 50% panel"), ("-d panel set 50", "set 50% panel"),
    ("set 50% --device=panel", "set 50% panel"), ("set 50% --panel", "set 50% panel"),
    ("get --keyboard", "get keyboard"),
    // Steps.
    ("up +5%", "up 5%"), ("up -5%", "down 5%"), ("down -5%", "down 5%"), ("up 5", "up 5%"), ("down 10%-", "down 10%"),
    ("up 500", "up raw:500 panel"), ("down +5%", "down 5%"), ("up 5 %", "up 5%"), ("up panel 5%", "up 5% panel"),
    ("up panel keyboard 5%", "up 5% panel keyboard"), ("down panel raw:1", "down raw:1 panel"),
    // Times.
    ("hold --max --for 10min", "hold --max --for 10m"), ("hold --max --for=10", "hold --max --for=10s"),
    ("set 50% --fade 200", "set 50% --fade 200ms"), ("set 50% --fade 3", "set 50% --fade 3s"),
    ("set 50% --fade 19", "set 50% --fade 19s"), ("set 50% --fade 20", "set 50% --fade 20ms"),
    ("set 50% --fade 0.5", "set 50% --fade 500ms"), ("list --timeout 5", "list --timeout 5s"),
    ("idle 300", "idle 300s"), ("idle 5min", "idle 5m"), ("idle --battery 2min", "idle --battery 2m"),
    // Verbs and options of other programs.
    ("-l", "list"), ("info", "list"), ("ls", "list"), ("status", ""), ("inc", "up"), ("inc 5", "up 5%"),
    ("dec 5%", "down 5%"), ("s 50%", "set 50%"), ("s +5%", "set +5%"), ("-d panel s 10%-", "set -10% panel"),
    ("g", "get"), ("i", "list"), ("m", "list"), ("dn 5%", "down 5%"), ("-q set 50%", "set 50%"),
    ("--quiet s 5%-", "set -5%"), ("-m", "list --json"), ("-m info", "list --json"), ("-m i", "list --json"),
    ("-m get", "get --json"), ("get -P", "get --percent"), ("-P get", "--percent get"), ("-c leds -l", "list"),
    ("--class=leds -l", "list"), ("-c backlight set 50%", "set 50%"),
    ("version", "--version"), ("-A 10", "up 10%"), ("-set 40", "set 40%"), ("stop film", "cancel film"),
    ("on", "set max"), ("panel on", "set max panel"), ("raise", "up"), ("brighter 5%", "up 5%"), ("lower", "down"),
    ("dim 10%", "down 10%"), ("restore", "reset"), ("release", "reset"), ("cancel --all", "reset"),
    ("reset film", "cancel film"), ("reset all", "reset"), ("undo", "reset"), ("kill film", "cancel film"),
    ("history", "auto history"),
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
    ("hold --max mpv", "hold --max -- mpv"), ("hold -- mpv", "hold --max -- mpv"),
    ("hold mpv --fullscreen film.mkv", "hold --max -- mpv --fullscreen film.mkv"),
    ("hold max mpv", "hold --max -- mpv"), ("hold at-most 30% mpv", "hold --at-most 30% -- mpv"),
    ("hold --max ./film.sh", "hold --max -- ./film.sh"),
    ("hold --at 30", "hold --at 30%"), ("hold --at panel=30", "hold --at panel=30%"),
    ("hold --at=panel=30 -- mpv", "hold --at=panel=30% -- mpv"), ("hold --panel 30%", "hold --at panel=30%"),
    ("hold --panel=30%", "hold --at panel=30%"), ("hold panel 30 mpv", "hold --at panel=30% -- mpv"),
    ("hold --at panel 60%", "hold --at panel=60%"), ("hold --at=panel 60", "hold --at=panel=60%"),
    ("hold --at-most backlight/a 60% mpv", "hold --at-most backlight/a=60% -- mpv"),
    ("hold 30% panel", "hold --at panel=30%"), ("hold --at 30% panel", "hold --at panel=30%"),
    ("hold --at panel:30% -- mpv", "hold --at panel=30% -- mpv"),
    ("hold max", "hold --max"), ("hold min keyboard", "hold --min=keyboard"),
    ("hold bin/film", "hold --max -- bin/film"),
    ("hold --max bin/film", "hold --max -- bin/film"),
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
    "set 101%", "hold", "hold --name a", "please 50%", "please set 50%", "set 50% panel 60%", "hold --at 130",
    "hold --max --for 40d", "help 50%", "idle soon", "idle 2d", "set raw:", "set :50%",
    // No kind and no level is a command.
    "hold panel", "hold keyboard mpv", "hold backlight/a", "hold +5%", "hold off", "hold --max 30%", "hold --max max",
    "hold --max=panel keyboard", "hold --max 30% --fs", "hold --max=a ddc/b",
    "set --json 5% --json", "get --raw --percent", "list a",
  ])
  func `nothing is guessed where no command line is likely`(typed: String) throws {
    let words = typed.split(separator: " ", omittingEmptySubsequences: false).map(String.init)

    #expect(Correction.words(meantBy: words, in: .brightness) == nil)
  }

  @Test(arguments: ["set 50% -n5", "--pretend set 50%", "-s set 10%", "-r", "-e set 50%"])
  func `an option of brightnessctl is known`(typed: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(typed.split(separator: " ").map(String.init)) }

    #expect(failure?.hint == "see COMING FROM BRIGHTNESSCTL in brightness(1)")
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
