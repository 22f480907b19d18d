import BrightnessControl
import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct InvocationTests {
  @Test func `without a verb the overview is shown`() throws {
    #expect(try verb([], as: OverviewVerb.self).isJSON == false)
    #expect(try verb(["--json"], as: OverviewVerb.self).isJSON)
  }

  @Test func `a negative level is no option`() throws {
    let change = try verb(["set", "-5%", "panel", "--fade", "200ms"], as: SetVerb.self)

    #expect(change.level == .changePercent(-5))
    #expect(change.lights == ["panel"])
    #expect(change.fade == .milliseconds(200))
  }

  @Test(arguments: [
    ["--json", "set", "40%", "panel"], ["set", "--json", "40%", "panel"], ["set", "40%", "panel", "--json"],
    ["set", "--json", "--", "40%", "panel"],
  ])
  func `options may stand anywhere`(words: [String]) throws {
    let change = try verb(words, as: SetVerb.self)

    #expect(change.level == .percent(40))
    #expect(change.lights == ["panel"])
    #expect(change.form == .json)
  }

  @Test func `arguments after two hyphens are no options`() throws {
    #expect(try verb(["get", "--", "--json"], as: GetVerb.self).light == "--json")
  }

  @Test func `all arguments after the name of another program belong to it`() throws {
    #expect(try verb(["fleet", "hold", "--to", "lobby", "--help", "--", "sh"], as: FleetVerb.self).count == 6)
  }

  @Test(arguments: [["set", "40%"], ["up"], ["down"]])
  func `a level may be for now`(words: [String]) throws {
    #expect(try verb(words, as: SetVerb.self).isForNow == false)
    #expect(try verb(words + ["--for-now"], as: SetVerb.self).isForNow)
  }

  @Test func `the default step is five percent`() throws {
    #expect(try verb(["up"], as: SetVerb.self).level == .changePercent(5))
    #expect(try verb(["down", "raw:10"], as: SetVerb.self).level == .changeRaw(-10))
    #expect(try verb(["down", "keyboard"], as: SetVerb.self).lights == ["keyboard"])
    #expect(try verb(["up", "1%", "panel", "keyboard"], as: SetVerb.self).lights == ["panel", "keyboard"])
  }

  @Test func `the socket of the command line is optional`() throws {
    guard case .run(_, "a", _) = try Invocation(["list", "--socket", "a"]) else { return #expect(Bool(false)) }
    guard case .run(_, nil, _) = try Invocation(["list"]) else { return #expect(Bool(false)) }
  }

  @Test(arguments: [["-V"], ["--json", "-V"], ["set", "-V"], ["get", "--version"], ["set", "x", "y", "-V"]])
  func `-V is read as --version, also beside other arguments`(words: [String]) throws {
    guard case .version = try Invocation(words) else { return #expect(Bool(false)) }
  }

  @Test(arguments: [["--help"], ["-h"], ["--help", "--json"]])
  func `help without a verb describes the program`(words: [String]) throws {
    guard case .help(nil) = try Invocation(words) else { return #expect(Bool(false)) }
  }

  @Test(arguments: [
    ["set", "--help"], ["set", "-h"], ["--help", "set"], ["set", "40%", "--help"], ["set", "x", "y", "--help"],
  ])
  func `help with a verb describes the verb, even if arguments are missing`(words: [String]) throws {
    guard case .help(let grammar?) = try Invocation(words) else { return #expect(Bool(false)) }
    #expect(grammar.name == "set")
  }

  @Test(arguments: [
    (["brighten"], "'brighten': unknown verb; see `brightness --help`"),
    ([""], "'': unknown verb; see `brightness --help`"),
    (["-x"], "'-x': unknown option; see `brightness --help`"),
    (["--"], "'--': unknown option; see `brightness --help`"),
    (["--fade", "1s"], "'--fade': unknown option; see `brightness --help`"),
    (["list", "--fade", "1s"], "'--fade': unknown option; see `brightness help list`"),
    (
      ["set", "5%", "--fade", "soon"],
      "'--fade soon': expected a time such as 200ms, 90s, 10m or 1h30m; see `brightness help set`"
    ),
    (["set", "5%", "--fade"], "'--fade': expected a time such as 200ms after it; see `brightness help set`"),
    (["set", "5%", "--allow-off=yes"], "'--allow-off=yes': the option takes no value; see `brightness help set`"),
    (["set", "--json", "5%", "--json"], "'--json': given twice; see `brightness help set`"),
    (["set"], "'set': expected a level such as 40%, +5%, raw:1234, max or min after it; see `brightness help set`"),
    (["set", "50bogus"], "'50bogus': expected a percentage such as 40%, 50.5%, +5% or -5%; see `brightness help set`"),
    (["set", "40"], "'40': expected a percentage such as 40%, 50.5%, +5% or -5%; did you mean `brightness set 40%`?"),
    (["set", "5%", ""], "'': expected the name of a light; see `brightness help set`"),
    (["set", ""], "'': expected a level such as 40%, +5%, raw:1234, max or min; see `brightness help set`"),
    (["get", "a", "b"], "'b': expected no more arguments; see `brightness help get`"),
    (["list", "a"], "'a': expected no more arguments; see `brightness help list`"),
    (["get", "--raw", "--percent"], "'--raw': it conflicts with '--percent'; see `brightness help get`"),
    (["watch", "--percent", "--json"], "'--json': it conflicts with '--percent'; see `brightness help watch`"),
    (
      ["watch", "--percent", "--format", "wob"],
      "'--percent': it conflicts with '--format'; see `brightness help watch`"
    ),
    (["up", "5"], "'5': expected a step such as 5% or raw:10; did you mean `brightness up 5%`?"),
    (
      ["cancel"],
      "'cancel': expected a session number or the name of a hold, as listed by `brightness holds` after it; "
        + "see `brightness help cancel`"
    ),
    (["help", "hodls"], "'hodls': unknown verb; did you mean `brightness help holds`?"),
  ])
  func `an invalid command line is one line with a hint`(words: [String], sentence: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(words) }

    #expect(failure?.message == "cannot use \(sentence)")
    #expect(failure?.status == .invalidArguments)
  }

  @Test func `a text that no message can take is refused with the limit`() {
    let long = String(repeating: "a", count: 16_385)
    let shown = String(repeating: "a", count: 40) + "…"

    let name = #expect(throws: Failure.self) { try Invocation(["hold", "--max", "--name", long]) }
    let light = #expect(throws: Failure.self) { try Invocation(["get", long]) }

    #expect(name?.reason == "cannot use '--name \(shown)': expected at most 16384 bytes")
    #expect(light?.reason == "cannot use '\(shown)': expected at most 16384 bytes")
    #expect(throws: Never.self) { try Invocation(["hold", "--max", "--name", String(long.dropLast())]) }
    #expect(throws: Never.self) { try Invocation(["hold", "--max", "--", "true", long]) }
  }

  private func verb<Wanted: Verb>(_ words: [String], as _: Wanted.Type) throws -> Wanted {
    guard case .run(let verb, _, _) = try Invocation(words) else { throw NoVerb() }
    return try #require(verb as? Wanted)
  }
}

private struct NoVerb: Error {}
