import BrightnessControl
import BrightnessModel
import CommandLines
import Fleet
import Testing

@testable import Commands
@testable import FleetCommands

/// The command lines of `brightness-fleet`.
@Suite struct FleetArgumentsTests {
  @Test func `a hold is a document for an address`() throws {
    let verb: FleetHoldVerb = try verb(
      "hold --to lobby --max --name alarm --priority high --lease 2m --grace 1s --for 1h"
    )

    #expect(verb.address == FleetName("lobby"))
    #expect(verb.time == .seconds(3600))
    #expect(verb.command == nil)
    #expect(
      verb.document
        == FleetDocument(
          scene: .init(name: "alarm", claims: [.init(rule: .exactly, percent: 100)], priority: .high),
          lease: .seconds(120),
          grace: .seconds(1),
          wantsReply: true
        )
    )
  }

  @Test func `a hold is named after its command, and has the usual lease and grace`() throws {
    let verb: FleetHoldVerb = try verb("hold --to all --at-most 30% -- /usr/bin/mpv film.mkv")

    #expect(verb.command == ["/usr/bin/mpv", "film.mkv"])
    #expect(verb.document.scene.name == "mpv")
    #expect(verb.document.lease == .seconds(60))
    #expect(verb.document.grace == .milliseconds(250))
  }

  @Test func `a grace may be as long as the lease`() throws {
    let verb: FleetHoldVerb = try verb("hold --to a --max --lease 1s --grace 1s")

    #expect(verb.document.grace == verb.document.lease)
  }

  @Test func `a level is for every screen, or for a light that is named by its id`() throws {
    let all: FleetSetVerb = try verb("set --to lobby 40%")
    let one: FleetSetVerb = try verb("set 40% leds/kbd --to sign-7 --fade 200ms")

    #expect(all.level == LevelPayload(percent: 40))
    #expect(all.light == nil)
    #expect(one.level == LevelPayload(percent: 40, fade: .milliseconds(200)))
    #expect(one.light == LightID("leds/kbd"))
    #expect(one.address == FleetName("sign-7"))
  }

  @Test func `without a verb it lists the devices`() throws {
    let all: DevicesVerb = try verb("--json --config /a.conf")

    #expect(all.device == nil)
    #expect(all.isJSON)
    #expect(all.configuration == "/a.conf")
  }

  @Test func `a device is a word`() throws {
    let list: DevicesVerb = try verb("list sign-7")
    let watch: WatchFleetVerb = try verb("watch sign-7")
    let forget: ForgetVerb = try verb("forget sign-7")

    #expect([list.device, watch.device, forget.device].allSatisfy { $0 == FleetName("sign-7") })
  }

  @Test(arguments: [
    ("hold --max", UsageError.missingValue("hold", expected: "--to ADDRESS")),
    (
      "set --to a/b 40%",
      .wrongValue("--to", "a/b", expected: "a name of up to 64 letters, digits, hyphens and underscores")
    ),
    ("hold --to a", .missingValue("hold", expected: "a level such as --max or --at-most 30%")),
    ("hold --to a --max --lease 1s --grace 2s", .conflict("--grace", "--lease")),
    ("hold --to a --max --json -- true", .conflict("--json", "--")),
    ("hold --to a --max --lease 2h", .wrongValue("--lease", "2h", expected: "a time from 1s to 1h")),
    ("forget", .missingValue("forget", expected: "the name of a device")),
    ("set --to a 40% panel", .unexpectedWord("panel", expected: FleetSetVerb.expectedLight)),
    ("list --socket /a", .unknownOption("--socket")),
  ])
  func `a mistake is named`(words: String, error: UsageError) {
    var parser = CommandLineParser(words.split(separator: " ").map(String.init), of: .fleet)

    #expect(throws: error) { try parser.parse() }
  }

  @Test(arguments: [
    ("lst", "list"), ("get", "list"), ("set 60 --to lobby", "set 60% --to lobby"),
    ("set 50% lobby", "set 50% --to lobby"), ("set lobby 50", "set --to lobby 50%"),
    ("hold lobby --max -- mpv", "hold --to lobby --max -- mpv"), ("hold lobby 30%", "hold --to lobby --at 30%"),
  ])
  func `a mistake is answered by the command line that is meant`(typed: String, meant: String) {
    let words = typed.split(separator: " ").map(String.init)

    let failure = #expect(throws: Failure.self) { try Invocation(words, of: .fleet) }

    #expect(failure?.hint == "did you mean `brightness-fleet \(meant)`?")
  }

  @Test(arguments: [
    "set --to lobby +5%", "set --to lobby raw:5", "set 50%", "set 50% panel", "hold --max", "hold a b --max",
  ])
  func `nothing is guessed where no command line is likely`(typed: String) {
    #expect(Correction.words(meantBy: typed.split(separator: " ").map(String.init), in: .fleet) == nil)
  }

  @Test(arguments: ProgramGrammar.fleet.verbs)
  func `each example of the help can be read`(grammar: Grammar) throws {
    for example in grammar.examples {
      _ = try Invocation(example.arguments.split(separator: " ").map(String.init), of: .fleet)
    }
    let help = Help.text(of: grammar, in: .fleet, on: .file)
    #expect(help.hasPrefix("usage: brightness-fleet \(grammar.name)"))
    #expect(help.contains("\n  --config FILE"))
  }

  private func verb<Wanted: Verb>(_ words: String) throws -> Wanted {
    let words = words.split(separator: " ").map(String.init)
    guard case .run(let verb as Wanted, _, _) = try Invocation(words, of: .fleet) else { throw OtherVerb() }
    return verb
  }

  private struct OtherVerb: Error {}
}

extension Screen {
  static let file = Screen(columns: nil) { _ in nil }
}
