import BrightnessControl
import BrightnessVarlink
import Synchronization
import Testing

@testable import Commands

@Suite struct FeedVerbTests {
  @Test(arguments: ["310", " 0.5\t", "12.\r", "310.25"])
  func `a line is a number of lux`(line: String) {
    let input = LuxInput()

    #expect(input.take(line))
    #expect(input.latest == Double(line.filter { !$0.isWhitespace }))
  }

  @Test(arguments: ["", "lux", "-1", "1e3", "0x10", "nan", "1,5", "1 2"])
  func `another line ends the input with an error that quotes it`(line: String) {
    let input = LuxInput()

    #expect(input.take("7"))
    #expect(!input.take(line))
    #expect(
      input.failure?.message
        == "cannot read line 2 of the standard input: '\(line)' is not a number of lux such as 310.5"
    )
  }

  @Test func `each line is given until the input ends`() throws {
    let feeder = try Feeder(["10", "20", "30.5"])

    #expect(try feeder.run() == .success)
    #expect(feeder.readings == ["10.0", "20.0", "30.5"])
  }

  @Test func `the last line is given again`() throws {
    let feeder = try Feeder(["10", nil, "20"])

    #expect(try feeder.run() == .success)
    #expect(feeder.readings == ["10.0", "10.0", "20.0"])
  }

  @Test func `what was given before a wrong line counts`() throws {
    let feeder = try Feeder(["10", "dark"])

    #expect(throws: Failure.self) { try feeder.run() }
    #expect(feeder.readings == ["10.0"])
  }

  @Test func `a user without rights is told at once`() throws {
    let feeder = try Feeder(["10", "20"], denied: [1])

    let failure = #expect(throws: Failure.self) { try feeder.run() }

    #expect(failure?.code == .permissionDenied)
    #expect(feeder.readings == ["10.0"])
  }

  @Test func `a user whose session was left goes on when it is active again`() throws {
    let feeder = try Feeder(["10", "20", nil, "30"], denied: [2, 3])

    #expect(try feeder.run() == .success)
    #expect(
      feeder.warnings == ["cannot feed 'desk': permission denied; readings go on when that is possible again"]
    )
    #expect(feeder.readings == ["10.0", "20.0", "20.0", "30.0"])
  }
}

/// The verb, with an input that has its next line when the daemon was given the one before.
private final class Feeder {
  private let input: LuxInput
  private let daemon: PlayedDaemon
  private let warned = Warnings()

  private final class Warnings: Sendable {
    let texts = Mutex<[String]>([])
  }

  var warnings: [String] { warned.texts.withLock(\.self) }

  /// For nil the verb's time has passed without a line. The daemon denies the calls with the
  /// numbers in `denied`.
  init(_ lines: [String?], denied: Set<Int> = []) throws {
    let input = LuxInput()
    let step: @Sendable (Int) -> Void = { number in
      guard number < lines.count else { return input.end() }
      guard let line = lines[number] else { return input.repeatLatest() }
      if !input.take(line) { input.end() }
    }
    self.input = input
    daemon = try PlayedDaemon { log in
      [
        ServedInterface(
          AutomaticInterface.self,
          [
            ServedMethod { (call: MethodCall<AutomaticInterface.Feed>, request: AutomaticInterface.Feed) in
              log.append(request)
              let number = log.calls.count
              if denied.contains(number) { call.fail(.permissionDenied) } else { call.reply() }
              step(number)
            }
          ]
        )
      ]
    }
    step(0)
  }

  func run() throws(Failure) -> Commands.ExitStatus {
    try daemon.run { [warned, input, address = daemon.address] (_) throws(Failure) in
      try await FeedVerb(sensor: "desk").feed(from: input, to: address) { text in
        warned.texts.withLock { $0.append(text) }
      }
    }
  }

  /// The lux of each call.
  var readings: [String] {
    daemon.calls.map { $0.replacing(#"Feed {"name":"desk","lux":"#, with: "").replacing("}", with: "") }
  }
}
