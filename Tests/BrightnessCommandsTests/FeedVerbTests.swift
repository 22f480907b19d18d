import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Programs
import Synchronization
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct FeedVerbTests {
  @Test(arguments: ["", "my desk", "n234567890123456789012345678901.2"])
  func `a name is checked before any line is read`(name: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(["feed", name]) }

    #expect(failure?.status == .invalidArguments)
  }

  @Test(arguments: ["310", " 0.5\t", "12.\r", "310.25"])
  func `a line is a number of lux`(line: String) {
    let input = LuxInput()

    input.take(line)

    #expect(input.latest == Double(line.filter { !$0.isWhitespace }))
    #expect(input.takeComplaint() == nil)
  }

  @Test(arguments: ["lux", "-1", "1e3", "0x10", "nan", "1,5", "1 2", String(repeating: "9", count: 65)])
  func `another line is left out, and the first of a row is a warning that quotes it`(line: String) {
    let input = LuxInput()

    for line in ["7", line, line] { input.take(line) }

    #expect(input.latest == 7)
    #expect(
      input.takeComplaint()
        == "line 2 is left out: \(line.quotedInShort) is not a number of lux such as 310.5"
    )
    #expect(input.takeComplaint() == nil)
  }

  @Test func `an input is read to its end, with or without a last newline, and empty lines are passed over`() throws {
    let input = LuxInput()
    let pipe = try Pipe()
    let bytes = Array("310\n\n305\r\n\n\(String(repeating: "1", count: 10_000))\n7".utf8)
    _ = try bytes.withUnsafeBytes { try pipe.writing.write($0) }
    let reading = try Descriptor(duplicating: pipe.reading.number)
    _ = consume pipe

    input.read(reading.number)

    #expect(input.latest == 7)
    #expect(input.takeComplaint()?.hasPrefix("line 5 is left out: '1111") == true)
    #expect(input.failure == nil)
  }

  @Test func `an input that cannot be read is a failure`() throws {
    let input = LuxInput()
    let folder = try Descriptor(opening: "/", 0)

    input.read(folder.number)

    #expect(input.failure?.message == "cannot read 'standard input': is a directory")
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

  @Test func `lines that come too fast wait, and only the last of them counts`() throws {
    let feeder = try Feeder(["10", "20"], endsWithLastLine: true)
    feeder.pace.least = .seconds(3600)

    #expect(try feeder.run() == .success)
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
    #expect(feeder.readings == ["10.0", "20.0", "20.0", "30.0"])
    #expect(
      feeder.warnings == ["cannot feed 'desk': permission denied; readings go on when that is possible again"]
    )
  }

  @Test func `an input that ends while nothing can be given is a failure`() throws {
    let feeder = try Feeder(["10", "20"], denied: [2])

    let failure = #expect(throws: Failure.self) { try feeder.run() }

    #expect(failure?.code == .permissionDenied)
  }

  @Test func `a daemon that was restarted gets the next line on a new connection`() throws {
    let feeder = try Feeder(["10", "20"], closing: [2])

    #expect(try feeder.run() == .success)
    #expect(feeder.readings == ["10.0", "20.0", "20.0"])
    #expect(feeder.warnings == [])
  }
}

/// The verb, with an input that has its next line when the daemon was given the one before.
private final class Feeder {
  var pace = FeedVerb.Pace(least: .zero, retry: .zero)
  private let input: LuxInput
  private let daemon: PlayedDaemon
  private let warned = Warnings()

  private final class Warnings: Sendable {
    let texts = Mutex<[String]>([])
  }

  var warnings: [String] { warned.texts.withLock(\.self) }

  /// For nil the verb's time has passed without a line. The daemon denies the calls with the
  /// numbers in `denied`. At those in `closing` it closes the connection, and the input ends.
  init(
    _ lines: [String?],
    denied: Set<Int> = [],
    closing: Set<Int> = [],
    endsWithLastLine: Bool = false
  ) throws {
    let input = LuxInput()
    let step: @Sendable (Int) -> Void = { number in
      guard number < lines.count else { return input.end() }
      if let line = lines[number] { input.take(line) } else { input.repeatLatest() }
      if endsWithLastLine, number == lines.count - 1 { input.end() }
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
              if closing.contains(number) {
                input.end()
                return call.call.connection.close()
              }
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
    try daemon.run { [warned, input, pace, address = daemon.address] (_) throws(Failure) in
      try await FeedVerb(sensor: "desk").feed(from: input, to: address, pace) { text in
        warned.texts.withLock { $0.append(text) }
      }
    }
  }

  /// The lux of each call.
  var readings: [String] {
    daemon.calls.map { $0.replacing(#"Feed {"name":"desk","lux":"#, with: "").replacing("}", with: "") }
  }
}
