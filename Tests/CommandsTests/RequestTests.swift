import CommandLines
import ControlAPI
import Testing

@testable import Commands

@Suite struct RequestTests {
  @Test func `without a verb it is the table`() throws {
    #expect(try verb([], as: OverviewVerb.self).isJSON == false)
    #expect(try verb(["--json"], as: OverviewVerb.self).isJSON)
  }

  @Test func `a level below nothing is no option`() throws {
    let change = try verb(["set", "-5%", "panel", "--fade", "200ms"], as: SetVerb.self).change

    #expect(change.level == .changePercent(-5))
    #expect(change.lights == ["panel"])
    #expect(change.fade == .milliseconds(200))
  }

  @Test(arguments: [
    ["--json", "set", "40%", "panel"], ["set", "--json", "40%", "panel"], ["set", "40%", "panel", "--json"],
    ["set", "--json", "--", "40%", "panel"],
  ])
  func `options stand anywhere`(words: [String]) throws {
    let change = try verb(words, as: SetVerb.self).change

    #expect(change.level == .percent(40))
    #expect(change.lights == ["panel"])
    #expect(change.form == .json)
  }

  @Test func `after two hyphens everything is a word`() throws {
    #expect(try verb(["get", "--", "--json"], as: GetVerb.self).light == "--json")
  }

  @Test func `a step is five per cent unless it is said`() throws {
    #expect(try verb(["up"], as: UpVerb.self).change.level == .changePercent(5))
    #expect(try verb(["down", "raw:10"], as: DownVerb.self).change.level == .changeRaw(-10))
    #expect(try verb(["down", "keyboard"], as: DownVerb.self).change.lights == ["keyboard"])
    #expect(try verb(["up", "1%", "panel", "keyboard"], as: UpVerb.self).change.lights == ["panel", "keyboard"])
  }

  @Test func `the socket is named by the command line, the environment, or nobody`() throws {
    guard case .run(_, "a") = try Request(["list", "--socket", "a"]) else { return #expect(Bool(false)) }
    guard case .run(_, nil) = try Request(["list"]) else { return #expect(Bool(false)) }
  }

  @Test(arguments: [["--help"], ["--help", "--json"]])
  func `help without a verb is that of the program`(words: [String]) throws {
    guard case .help(nil) = try Request(words) else { return #expect(Bool(false)) }
  }

  @Test(arguments: [["set", "--help"], ["--help", "set"], ["set", "40%", "--help"], ["set", "x", "y", "--help"]])
  func `help with a verb is that of the verb, whatever else is missing`(words: [String]) throws {
    guard case .help(let grammar?) = try Request(words) else { return #expect(Bool(false)) }
    #expect(grammar.name == "set")
  }

  @Test(arguments: [
    (["sett"], "'sett': no such verb is known; did you mean `set`?"),
    (["gte"], "'gte': no such verb is known; did you mean `get`?"),
    (["brighten"], "'brighten': no such verb is known; see `brightness --help`"),
    (["40%"], "'40%': no such verb is known; did you mean `set 40%`?"),
    (["+5%"], "'+5%': no such verb is known; did you mean `set +5%`?"),
    ([""], "'': no such verb is known; see `brightness --help`"),
    (["--jsno"], "'--jsno': no such option is known; did you mean `--json`?"),
    (["-h"], "'-h': no such option is known; see `brightness --help`"),
    (["--"], "'--': no such option is known; see `brightness --help`"),
    (["set", "--version"], "'--version': no such option is known; see `brightness help set`"),
    (["--fade", "1s"], "'--fade': no such option is known; see `brightness --help`"),
    (["list", "--fade", "1s"], "'--fade': no such option is known; see `brightness help list`"),
    (["set", "--fad", "1s", "5%"], "'--fad': no such option is known; did you mean `--fade`?"),
    (
      ["set", "5%", "--fade", "soon"],
      "'--fade soon': expected a time such as 200ms, 90s, 10m or 1h30m; see `brightness help set`"
    ),
    (["set", "5%", "--fade"], "'--fade': expected a time such as 200ms after it; see `brightness help set`"),
    (["set", "5%", "--allow-off=yes"], "'--allow-off=yes': the option takes no value; see `brightness help set`"),
    (["set", "--json", "5%", "--json"], "'--json': it stands there twice; see `brightness help set`"),
    (["set"], "'set': expected a level such as 40%, +5%, raw:1234, max or min after it; see `brightness help set`"),
    (["set", "50bogus"], "'50bogus': expected a percentage such as 40%, 50.5%, +5% or -5%; see `brightness help set`"),
    (["set", "5%", ""], "'': expected the name of a light; see `brightness help set`"),
    (["get", "a", "b"], "'b': expected no more words; see `brightness help get`"),
    (["list", "a"], "'a': expected no more words; see `brightness help list`"),
    (["get", "--raw", "--percent"], "'--raw': it cannot stand beside '--percent'; see `brightness help get`"),
    (["up", "5"], "'5': expected a percentage such as 40%, 50.5%, +5% or -5%; see `brightness help up`"),
    (["up", "-5%"], "'-5%': expected a step such as 5% or raw:10; see `brightness help up`"),
    (
      ["cancel"],
      "'cancel': expected the number of a session, which `brightness sessions` tells after it; see `brightness help cancel`"
    ),
    (
      ["cancel", "7x"],
      "'7x': expected the number of a session, which `brightness sessions` tells; see `brightness help cancel`"
    ),
    (
      ["cancel", "-7"],
      "'-7': expected the number of a session, which `brightness sessions` tells; see `brightness help cancel`"
    ),
    (["help", "sessoins"], "'sessoins': no such verb is known; did you mean `sessions`?"),
  ])
  func `misuse is said in a line, with what helps`(words: [String], sentence: String) {
    let misuse = #expect(throws: Misuse.self) { try Request(words) }

    #expect(misuse.map { "\($0.error); \($0.hint)" } == "cannot use \(sentence)")
  }

  private func verb<Wanted: Verb>(_ words: [String], as _: Wanted.Type) throws -> Wanted {
    guard case .run(let verb, _) = try Request(words) else { throw NoVerb() }
    return try #require(verb as? Wanted)
  }
}

private struct NoVerb: Error {}
