import CommandLines
import Service
import Testing

@testable import Bridge

@Suite struct BridgeArgumentsTests {
  @Test func `without options it serves with the system's files`() throws {
    let arguments = try BridgeArguments([])

    #expect(arguments.task == .serve)
    #expect(arguments.socket == "/run/brightnessd/io.brightnessd")
    #expect(arguments.log == .info)
    #expect(arguments.places.files == ["/etc/brightnessd-mqtt.conf"])
    #expect(arguments.places.dropIns.first == "/etc/brightnessd-mqtt.conf.d")
  }

  @Test func `options replace the places and the level of the log`() throws {
    let arguments = try BridgeArguments(["--config=/a.conf", "--socket", "/b", "--log", "debug"])

    #expect(arguments.places == ConfigurationPlaces(file: "/a.conf"))
    #expect(arguments.socket == "/b")
    #expect(arguments.log == .debug)
  }

  @Test(arguments: [
    ["--check-config", "/a.conf"], ["--check-config=/a.conf"], ["--config", "/a.conf", "--check-config"],
  ])
  func `a check takes its file as a word or a value`(words: [String]) throws {
    let arguments = try BridgeArguments(words)

    #expect(arguments.task == .check)
    #expect(arguments.config == "/a.conf")
  }

  @Test(arguments: [
    (["--log", "loud"], UsageError.wrongValue("--log", "loud", expected: "error, warning, notice, info or debug")),
    (["--no"], .unknownOption("--no")), (["a"], .unexpectedWord("a", expected: "an option")),
    (["--", "a"], .unknownOption("--")), (["--socket"], .missingValue("--socket", expected: "a path")),
    (["--help=a"], .unexpectedValue("--help", "a")), (["--config", "a", "--config", "b"], .repeated("--config")),
  ])
  func `a mistake is named`(words: [String], error: UsageError) {
    #expect(throws: error) { try BridgeArguments(words) }
  }

  @Test func `help comes before the version`() throws {
    #expect(try BridgeArguments(["--version", "--help"]).task == .help)
    #expect(try BridgeArguments(["-V"]).task == .version)
  }
}
